// Eigenpairs of a small symmetric matrix in its own memory. Firmware includes this file.
#pragma once

#include "tanda/detail/small/choices.hpp"
#include "tanda/detail/small/tridiagonal.hpp"

namespace tanda::small {

/// Divides a symmetric matrix, given by its lower triangle, by the largest power of two not above its largest
/// magnitude. Gives that power; 1 for a zero matrix, 0 if an entry is not finite. O(n²)
template <class M>
ScalarOf<M> normalise(M& a, Index n) {
  using T = ScalarOf<M>;
  T largest = 0;
  for (Index j = 0; j < n; ++j) {
    for (Index i = j; i < n; ++i) {
      const T size = magnitude(a(i, j));
      if (!(size <= std::numeric_limits<T>::max())) return 0;
      if (size > largest) largest = size;
    }
  }
  T factor = 1;
  if (largest >= std::numeric_limits<T>::min()) {
    while (factor * largest < 1) factor *= 2;
    while (factor * largest >= 2) factor *= T(0.5);
  }
  for (Index j = 0; j < n; ++j) loops::scale(&a(j, j), factor, n - j);
  return 1 / factor;
}

template <class M>
void fill_upper(M& a, Index n) {
  for (Index j = 1; j < n; ++j) {
    for (Index i = 0; i < j; ++i) a(i, j) = a(j, i);
  }
}

/// Sorts eigenpairs: the `wanted` ones at the given end come first, best first; the others follow unordered.
template <class M>
void sort_pairs(M& vectors, ScalarOf<M>* values, Index n, End end, Index wanted) {
  for (Index k = 0; k < wanted; ++k) {
    Index best = k;
    for (Index j = k + 1; j < n; ++j) {
      if (end == End::largest ? values[j] > values[best] : values[j] < values[best]) best = j;
    }
    if (best == k) continue;
    swap(values[k], values[best]);
    ScalarOf<M>*x = &vectors(0, k), *y = &vectors(0, best);
    for (Index i = 0; i < n; ++i) swap(*x++, *y++);
  }
}

/// Eigenpairs of the symmetric matrix given by the lower triangle of A's upper left n×n corner. The vectors
/// replace that corner, the values go to `values`. The `wanted` pairs at the given end come first, best
/// first; the others follow unordered. `work` holds 2n numbers. False if an entry is not finite. O(n³)
template <class M, class V, class W>
bool eigenpairs(M& a, Index n, V& values, W& work, End end, Index wanted) {
  if (n == 0) return true;
  const ScalarOf<M> unit = normalise(a, n);
  if (!(unit > 0)) return false;
  ScalarOf<M>*const found = values.data(), *const off = work.data();
  reduce(a, n, found, off);
  form(a, n);
  if (!diagonalise(found, off, a, n, [](Index) { return true; })) return false;
  sort_pairs(a, found, n, end, wanted);
  loops::scale(found, unit, n);
  return true;
}

/// Scales a column to unit length, unless it is zero.
template <class X>
void normalise_column(X&& x) {
  const ScalarOf<X> size = length(x);
  if (size > 0) scale(x, 1 / size);
}

/// Makes k columns orthonormal and keeps their leading spans: Gram–Schmidt, applied twice against rounding
/// errors. O(n k²)
template <class M>
void orthonormalise(M& t, Index columns) {
  for (Index j = 0; j < columns; ++j) {
    for (Index k = 0; k < 2 * j; ++k) {
      const Index other = k < j ? k : k - j;
      add(t.col(j), -dot(t.col(other), t.col(j)), t.col(other));
    }
    normalise_column(t.col(j));
  }
}

}  // namespace tanda::small
