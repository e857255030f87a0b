// The embeddings of all samples along a regularisation path, described by few numbers per sample and
// dimension.
#pragma once

#include "linalg/dense.hpp"
#include "spectral/laplacian_path.hpp"

namespace tanda::internal {

/// The factors of a path are smooth functions of log λ, so a few modes describe them over decades of λ: the
/// embedding of a column at λ, times a number that depends on λ alone (and so does not affect neighbours), is
/// weights(λ)' · modes of the column.
class PathModes {
 public:
  /// `coordinates`: t×columns, F'x.
  PathModes(const LaplacianPath& path, const MatrixD& coordinates);

  /// Computes the modes of these λ (ascending); false when there are too many. O(K r t n)
  [[nodiscard]] bool describe(Operand<double> lambdas);

  /// K×λ. Each λ is scaled so that the embeddings have the same length at all λ, which keeps their movement
  /// small.
  MatrixD weights(Operand<double> lambdas) const;

  Index most() const { return basis_.cols(); }  ///< an upper bound of K
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
  // Room for the largest possible K; only the first K columns, and their entries, are used.
  MatrixD basis_;  ///< t×K: weights = basis' · factors
  VectorD modes_;
  MatrixD energy_;
  VectorD lengths_;
  Index count_ = 0;  ///< K
};

/// Subtracts the projection onto the first `count` columns of an orthonormal basis.
void orthogonalise(Target<double> x, const MatrixD& basis, Index count);

}  // namespace tanda::internal
