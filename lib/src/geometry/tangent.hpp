// Tangent bases: local PCA of a point and its neighbours, or of a patch.
#pragma once

#include "data/samples.hpp"

namespace tanda::internal {

/// How many axes a tangent basis keeps: `dims`, or (0) as many as hold `energy` of the local variance. Never
/// beyond the rank of its points.
struct TangentChoice {
  Index dims = 0;
  double energy = 0.95;
};

/// Orthonormal columns (p×m) of the tangent space at these columns of the samples (on a counting workspace
/// nobody knows which). Empty for duplicates of
/// one point. Works on the smaller side, k×k or p×p. O(k² p) for k < p
template <class S>
MatrixD tangent_basis(const Samples<S>& samples, Span<int> members, TangentChoice choice);
/// The same in columns first.. of `axes`, which has to have room for `axes_at_most`. Gives m.
template <class S>
Index put_tangent_basis(const Samples<S>& samples, Span<int> members, TangentChoice choice, MatrixD& axes,
                        Index first);
/// How large m can be for so many members.
Index axes_at_most(Index members, Index dims, TangentChoice choice);

/// How many of the leading eigenvalues (ascending order, the last `rank` count) the choice keeps.
Index axes_kept(const VectorD& values, Index rank, TangentChoice choice);

/// Bases of many owners (points or patches), side by side.
struct TangentBases {
  MatrixD axes;        ///< p×Σm
  Array<Index> begin;  ///< owners + 1 entries

  Index owners() const { return static_cast<Index>(begin.size()) - 1; }
  Index total() const { return axes.cols(); }
  Index dims(Index o) const { return begin[std::size_t(o) + 1] - begin[std::size_t(o)]; }
  auto basis(Index o) const { return axes.middleCols(begin[std::size_t(o)], dims(o)); }
};

}  // namespace tanda::internal
