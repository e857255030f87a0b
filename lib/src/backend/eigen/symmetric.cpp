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

constexpr int small = 16;

/// The same without the heap.
Eigenpairs small_eigen(const MatrixD& a) {
  using Small = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, small, small>;
  const Eigen::SelfAdjointEigenSolver<Small> solver{Small(a)};
  return {solver.eigenvectors(), solver.eigenvalues()};
}

}  // namespace

Eigenpairs symmetric_eigen(MatrixD&& a) {
  if (a.rows() == 0) return {};
  if (a.rows() <= small) return small_eigen(a);
  return InPlaceSolver(std::move(a)).take();
}

}  // namespace tanda
