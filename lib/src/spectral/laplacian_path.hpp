// The regularisation path of a Laplacian-regularised least squares discriminant: one decomposition, then
// every λ for O(tC).
#pragma once

#include "base/types.hpp"
#include "linalg/symmetric.hpp"

namespace tanda::internal {

class Monitor;

/// Lower triangles of A = XLX' and B = XX' (p×p), H = XY (p×C). `beyond`: A may reach beyond the range of B,
/// as unlabelled samples make it. What is made of them lies where B does.
struct LaplacianProblem {
  MatrixD smoothness, total, targets;
  bool beyond;
  Units units = Units::own;  ///< of the coordinates
};

/// W(λ) for one λ, by Cholesky factors instead of all eigenpairs; of a B without full rank it takes those
/// eigenvectors that its range lacks. Empty, and the problem as it was, where p is small, A reaches beyond B,
/// λA is far larger than B or B has less than half of full rank. Empty, too, when cancelled. O(p³)
MatrixD laplacian_directions(LaplacianProblem& problem, double lambda, Monitor* monitor = nullptr);

/// W(λ) = (λA + B)⁺H for all λ > 0, with A = XLX', B = XX' and H = XY in the range of B.
///
/// F'BF = I on the range of B and F'AF = diag(q), so W(λ) = F diag(1/(1 + λq)) F'H: with H_t = U1ΣV1' and
/// V1'LV1 = Q diag(q) Q' that is F = U1Σ⁻¹Q. Columns are rotated so that there are only as many as H has
/// rank; WW' stays.
class LaplacianPath {
 public:
  /// Of rank 0 when cancelled. O(p³)
  explicit LaplacianPath(LaplacianProblem problem, Monitor* monitor = nullptr);

  Index rank() const { return axes_.cols(); }        ///< t
  Index columns() const { return targets_.cols(); }  ///< of W, at most C
  const MatrixD& axes() const { return axes_; }  ///< F, p×t: F'x are the coordinates the factors apply to
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
