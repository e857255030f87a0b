// The regularisation path of a Laplacian-regularised least squares discriminant: after one decomposition
// every λ takes O(tC).
#pragma once

#include "base/types.hpp"
#include "linalg/symmetric.hpp"

namespace tanda::internal {

class Monitor;

/// Lower triangles of A = XLX' and B = XX' (p×p), H = XY (p×C). `beyond`: A may have a range beyond that of
/// B, as it has with unlabelled samples. Results are made in the workspace of B.
struct LaplacianProblem {
  MatrixD smoothness, total, targets;
  bool beyond;
  Units units = Units::own;  ///< of the coordinates
};

/// W(λ) for a single λ, by Cholesky factors instead of all eigenpairs; for a B without full rank also from
/// the eigenvectors of its null space. Empty, with the problem unchanged, where p is small, A reaches beyond
/// B, λA is far larger than B, or B has less than half of full rank. Also empty when cancelled. O(p³)
MatrixD laplacian_directions(LaplacianProblem& problem, double lambda, Monitor* monitor = nullptr);

/// W(λ) = (λA + B)⁺H for all λ > 0, with A = XLX', B = XX' and H = XY in the range of B.
class LaplacianPath {
 public:
  /// Has rank 0 when cancelled. O(p³)
  explicit LaplacianPath(LaplacianProblem problem, Monitor* monitor = nullptr);

  Index rank() const { return axes_.cols(); }          ///< t
  Index columns() const { return targets_.cols(); }    ///< the columns of W, at most C
  const MatrixD& axes() const { return axes_; }        ///< F, p×t: the factors multiply F'x
  const MatrixD& targets() const { return targets_; }  ///< F'H, rotated, t×columns

  /// 1/(1 + λq), t of them.
  VectorD factors(double lambda) const;
  /// W(λ) in the coordinates F'x: t×columns. O(tC)
  MatrixD coefficients(double lambda) const;
  /// W(λ), p×columns.
  MatrixD directions(double lambda) const;

 private:
  MatrixD axes_, targets_;
  VectorD values_;  ///< q
};

}  // namespace tanda::internal
