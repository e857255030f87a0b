// Cholesky's factorisation of a small positive semidefinite matrix in its own memory.
#pragma once

#include "tanda/detail/small/symmetric.hpp"

namespace tanda::small {

/// B = U'U for the upper left n×n corner of B, both triangles given: U in the upper one, while the strict
/// lower one and `diagonal` keep B. Features that do not vary at all are passed over, with zeros in their row
/// of U. False if what a feature adds to those before it is not above `least` of its own: whatever the units
/// of the features are, U then has no digits left. O(n³/3)
template <class M, class V>
bool cholesky(M& b, Index n, V& diagonal, ScalarOf<M> least = 0) {
  using T = ScalarOf<M>;
  const auto above = [&](Index j, Index size) { return Numbers<T>(&b(0, j), size); };
  for (Index j = 0; j < n; ++j) diagonal[j] = b(j, j);
  for (Index j = 0; j < n; ++j) {
    T pivot = 0;
    if (diagonal[j] > 0) {
      pivot = diagonal[j] - dot(above(j, j), above(j, j));
      if (!(pivot > least * diagonal[j])) return false;
      pivot = root(pivot);
    }
    b(j, j) = pivot;
    for (Index i = j + 1; i < n; ++i)
      b(j, i) = pivot > 0 ? (b(j, i) - dot(above(j, j), above(i, j))) / pivot : T(0);
  }
  return true;
}

/// Takes a factorisation back, whole or not.
template <class M, class V>
void restore(M& b, Index n, const V& diagonal) {
  for (Index j = 0; j < n; ++j) {
    b(j, j) = diagonal[j];
    for (Index i = 0; i < j; ++i) b(i, j) = b(j, i);
  }
}

/// W = U⁻¹ without its zero columns in the place of U, zeros below it. Gives the number of columns. O(n³/3)
template <class M>
Index inverse(M& u, Index n) {
  using T = ScalarOf<M>;
  const auto above = [&](Index j, Index size) { return Numbers<T>(&u(0, j), size); };
  Index kept = 0;
  for (Index j = 0; j < n; ++j) {
    // Column j becomes −W·u/u_jj with W what is done of the inverse.
    const T part = u(j, j) > 0 ? 1 / u(j, j) : T(0);
    for (Index k = 0; k < j; ++k) {
      const T entry = u(k, j);
      add(above(j, k), entry, above(k, k));
      u(k, j) = entry * u(k, k);
    }
    scale(above(j, j), -part);
    u(j, j) = part;
  }
  for (Index j = 0; j < n; ++j) {
    if (!(u(j, j) > 0)) continue;
    for (Index i = 0; i < n; ++i) u(i, kept) = i <= j ? u(i, j) : T(0);
    ++kept;
  }
  return kept;
}

}  // namespace tanda::small
