#include "tanda/core/symmetric.hpp"

#include <Eigen/Eigenvalues>

namespace tanda {
namespace {

/// Eigen's solver on the matrix's own memory: it would copy the matrix in and the eigenvectors out.
class InPlaceSolver : private Eigen::SelfAdjointEigenSolver<MatrixD> {
 public:
  explicit InPlaceSolver(MatrixD&& a) {
    m_eivec.swap(a);
    compute(m_eivec);
  }
  Eigenpairs take() { return {std::move(m_eivec), std::move(m_eivalues)}; }
};

}  // namespace

Eigenpairs symmetric_eigen(MatrixD&& a) {
  if (a.rows() == 0) return {};
  return InPlaceSolver(std::move(a)).take();
}

}  // namespace tanda
