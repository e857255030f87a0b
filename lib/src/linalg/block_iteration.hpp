// Solving with a well-conditioned block matrix without a factor of it.
#pragma once

#include "linalg/block_cholesky.hpp"

namespace tanda::internal {

/// P·(S + ridge·I)⁻¹·P' of a positive semidefinite S by Chebyshev iteration: all eigenvalues are between the
/// ridge and the ridge and the largest row sum of S, so the number of steps is known before the first one.
/// Where the ridge is not much smaller than S a few steps are enough, each O(p) for every entry of S, however
/// much a factor would fill in.
class BlockIteration {
 public:
  BlockIteration(const BlockMatrix& s, double ridge);

  /// The largest eigenvalue divided by the smallest, a bound.
  double condition() const { return 1 + 2 * reach_ / ridge_; }
  /// Steps until the result is as exact as double precision; infinite where there is no ridge.
  double steps() const { return steps_; }
  /// Multiplications and additions for a P of so many rows.
  double operations(Index rows) const;
  /// Bytes that are used beside P.
  double bytes(Index rows) const;

  /// The lower triangle of b −= P·(S + ridge·I)⁻¹·P'; columns of P are rows of S. Of no use when cancelled.
  void subtract_form(MatrixD& b, const MatrixD& p, Monitor* monitor = nullptr) const;

 private:
  void subtract_product(MatrixD& from, const MatrixD& columns, MatrixD& room) const;

  const BlockMatrix& s_;
  double ridge_, reach_, steps_;  ///< eigenvalues are in ridge..ridge + 2·reach
};

}  // namespace tanda::internal
