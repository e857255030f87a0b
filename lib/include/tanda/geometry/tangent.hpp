// Tangent bases: local PCA of a point and its neighbours, or of a patch.
#pragma once

#include "tanda/data/samples.hpp"

namespace tanda {

/// How many axes a tangent basis keeps: `dims`, or (0) as many as hold `energy` of the local variance. Never
/// beyond the rank of its points.
struct TangentChoice {
  Index dims = 0;
  double energy = 0.95;
};

/// Columns of the samples that a tangent space is made of. On a counting workspace nobody knows which.
struct Group {
  const int* first;
  Index count;

  const int* begin() const { return first; }
  const int* end() const { return first + count; }
  Index size() const { return count; }
  int operator[](Index i) const { return first[i]; }
};

/// Orthonormal columns (p×m) of the tangent space at these columns of the samples. Empty for duplicates of
/// one point. Works on the smaller side, k×k or p×p. O(k² p) for k < p
template <class S>
MatrixD tangent_basis(const Samples<S>& samples, Group members, TangentChoice choice);
/// The same in columns first.. of `axes`, which has to have room for `axes_at_most`. Gives m.
template <class S>
Index put_tangent_basis(const Samples<S>& samples, Group members, TangentChoice choice, MatrixD& axes,
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

}  // namespace tanda
