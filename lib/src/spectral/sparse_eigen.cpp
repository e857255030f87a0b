#include "tanda/spectral/sparse_eigen.hpp"

#include <Eigen/QR>
#include <Eigen/SparseCholesky>

#include "tanda/core/random.hpp"

namespace tanda {
namespace {

constexpr Index dense_rows = 1500;
constexpr int most_iterations = 500;

MatrixD orthonormal_columns(const MatrixD& a) {
  const Eigen::HouseholderQR<MatrixD> qr(a);
  return qr.householderQ() * MatrixD::Identity(a.rows(), a.cols());
}

Eigenpairs head(const Eigenpairs& all, Index count) {
  return {all.vectors.leftCols(count), all.values.head(count)};
}

}  // namespace

Eigenpairs smallest_eigenpairs(const Eigen::SparseMatrix<double>& a, Index count) {
  const Index n = a.rows();
  count = std::min(count, n);
  if (n <= dense_rows) return head(symmetric_eigen(MatrixD(a)), count);

  // A semidefinite matrix is not invertible: a shift far below anything that matters makes it so.
  const double scale = a.diagonal().sum() / double(n);
  Eigen::SparseMatrix<double> shifted = a;
  for (Index i = 0; i < n; ++i) shifted.coeffRef(i, i) += 1e-7 * scale;
  const Eigen::SimplicialLLT<Eigen::SparseMatrix<double>, Eigen::Lower, Eigen::AMDOrdering<int>> factor(
      shifted);
  if (factor.info() != Eigen::Success) return head(symmetric_eigen(MatrixD(a)), count);

  // A wider block than wanted converges at the ratio of eigenvalues far apart.
  const Index block = std::min(n, 2 * count + 10);
  Random random(1);
  MatrixD v(n, block);
  for (Index j = 0; j < block; ++j) {
    for (Index i = 0; i < n; ++i) v(i, j) = random.uniform() - 0.5;
  }
  Eigenpairs ritz;
  for (int iteration = 0; iteration < most_iterations; ++iteration) {
    v = orthonormal_columns(factor.solve(v));
    const MatrixD av = a.selfadjointView<Eigen::Lower>() * v;
    ritz = symmetric_eigen(MatrixD(v.transpose() * av));
    const MatrixD residual = av * ritz.vectors.leftCols(count) -
                             v * (ritz.vectors.leftCols(count) * ritz.values.head(count).asDiagonal());
    v = v * ritz.vectors;
    if (residual.colwise().norm().maxCoeff() <= 1e-10 * scale) break;
  }
  return {v.leftCols(count), ritz.values.head(count)};
}

}  // namespace tanda
