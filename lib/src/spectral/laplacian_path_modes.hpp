// The embeddings of all samples along a regularisation path, in few numbers per sample and dimension.
#pragma once

#include "linalg/dense.hpp"
#include "spectral/laplacian_path.hpp"

namespace tanda::internal {

/// The factors of a path are smooth functions of log λ, so a few modes describe them over decades of λ: the
/// embedding of a column at λ, times a number that only depends on λ (which changes no neighbour), is
/// weights(λ)' · modes of the column.
class PathModes {
 public:
  /// `coordinates`: t×columns, F'x.
  PathModes(const LaplacianPath& path, const MatrixD& coordinates);

  /// Finds the modes of these λ (ascending); false when there are too many. O(K r t n)
  [[nodiscard]] bool describe(Operand<double> lambdas);

  /// K×λ, every λ scaled so that the embeddings are as long as at any other, which keeps their movement
  /// small.
  MatrixD weights(Operand<double> lambdas) const;

  Index most() const { return basis_.cols(); }  ///< K is never more
  /// K×(r·columns)
  Eigen::Map<const PlainMatrix<double>> modes() const {
    return {modes_.data(), count_, path_.columns() * coordinates_.cols()};
  }
  const VectorD& lengths() const { return lengths_; }  ///< of the modes of each column

 private:
  void set_factors(double lambda, Target<double> out) const;
  void set_modes();

  const LaplacianPath& path_;
  const MatrixD& coordinates_;
  VectorD lengths_of_targets_;
  // Room for the most modes there can be; the first K columns, and entries, count.
  MatrixD basis_;  ///< t×K: weights = basis' · factors
  VectorD modes_;
  MatrixD energy_;
  VectorD lengths_;
  Index count_ = 0;  ///< K
};

/// Takes the part along the first `count` columns of an orthonormal basis away.
void orthogonalise(Target<double> x, const MatrixD& basis, Index count);

}  // namespace tanda::internal
