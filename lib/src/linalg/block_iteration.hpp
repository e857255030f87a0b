// Solving with a well-conditioned block matrix without factoring it.
#pragma once

#include "linalg/block_cholesky.hpp"

namespace tanda::internal {

/// P·(S + ridge·I)⁻¹·P' for a positive semidefinite S by Chebyshev iteration. All eigenvalues of S + ridge·I
/// are between ridge and ridge + the largest row sum of S, so the number of steps is known in advance; it is
/// small where the ridge is not much smaller than S. Each step costs O(p) for each entry of S, where p is the
/// number of rows of P, and there is no fill-in.
class BlockIteration {
 public:
  BlockIteration(const BlockMatrix& s, double ridge);

  /// An upper bound of the largest eigenvalue divided by the smallest.
  double condition() const { return 1 + 2 * reach_ / ridge_; }
  /// Steps until the result is exact to double precision; infinite if the ridge is zero.
  double steps() const { return steps_; }
  /// Multiplications and additions for a P with this many rows.
  double operations(Index rows) const;
  /// Bytes that are used in addition to P.
  double bytes(Index rows) const;

  /// The lower triangle of b −= P·(S + ridge·I)⁻¹·P'; column j of P belongs to row j of S. b is unchanged
  /// when cancelled.
  void subtract_form(MatrixD& b, const MatrixD& p, Monitor* monitor = nullptr) const;

 private:
  void subtract_product(MatrixD& from, const MatrixD& columns, MatrixD& room) const;

  const BlockMatrix& s_;
  double ridge_, reach_, steps_;  ///< eigenvalues are between ridge and ridge + 2·reach
};

}  // namespace tanda::internal
