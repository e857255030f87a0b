#include "tanda/core/symmetric.hpp"

#include <Eigen/Eigenvalues>

namespace tanda {

Eigenpairs symmetric_eigen(MatrixD&& a) {
  if (a.rows() == 0) return {};
  const Eigen::SelfAdjointEigenSolver<MatrixD> solver(a);
  a.resize(0, 0);
  return {solver.eigenvectors(), solver.eigenvalues()};
}

}  // namespace tanda
