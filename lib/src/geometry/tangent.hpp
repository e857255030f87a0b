// Tangent bases: local PCA of a point and its neighbours, or of a patch.
#pragma once

#include "data/samples.hpp"

namespace tanda::internal {

/// How many axes a tangent basis keeps: `dims`, or if that is 0, as many as hold `energy` of the local
/// variance. Never more than the rank of its points.
struct TangentChoice {
  Index dims = 0;
  double energy = 0.95;
};

/// Orthonormal columns (p×m) of the tangent space at these columns of the samples (with a counting workspace
/// their numbers are not used). Empty if all points are duplicates. Works on the smaller side, k×k or p×p.
/// O(k² p) for k < p
template <class S>
MatrixD tangent_basis(const Samples<S>& samples, Span<int> members, TangentChoice choice);
/// The same, written to `axes` from column `first` on, which must have room for `axes_at_most`. Returns m.
template <class S>
Index put_tangent_basis(const Samples<S>& samples, Span<int> members, TangentChoice choice, MatrixD& axes,
                        Index first);
/// An upper bound of m for so many members.
Index axes_at_most(Index members, Index dims, TangentChoice choice);

/// How many of the leading eigenvalues the choice keeps. `values` ascend, and only the last `rank` count.
Index axes_kept(const VectorD& values, Index rank, TangentChoice choice);

/// The bases of many owners (points or patches), next to each other in one matrix.
struct TangentBases {
  MatrixD axes;        ///< p×Σm
  Array<Index> begin;  ///< owners + 1 entries

  Index owners() const { return static_cast<Index>(begin.size()) - 1; }
  Index total() const { return axes.cols(); }
  Index dims(Index o) const { return begin[std::size_t(o) + 1] - begin[std::size_t(o)]; }
  auto basis(Index o) const { return axes.middleCols(begin[std::size_t(o)], dims(o)); }
};

}  // namespace tanda::internal
