// Cholesky factorisation of a small positive semidefinite matrix in its own memory. Firmware includes this
// file.
#pragma once

#include <cstddef>

#include "tanda/detail/small/vectors.hpp"

namespace tanda::small {

namespace loops {

/// y −= Xx', where `x` points to the first row of X, and the columns of X are `stride` apart.
template <class T>
[[gnu::noinline]] void take_off(T* y, const T* x, std::ptrdiff_t stride, Index columns, Index size) {
  Index k = 0;
  if constexpr (share<T>) {
    for (; k + 4 <= columns; k += 4, x += 4 * stride) {
      const T *x1 = x + stride, *x2 = x1 + stride, *x3 = x2 + stride;
      const T f0 = *x, f1 = *x1, f2 = *x2, f3 = *x3;
      each_packet<T>(0, size, [&](Index i, auto wide) {
        store<wide>(y + i, load<wide>(y + i) -
                               ((same<wide>(f0) * load<wide>(x + i) + same<wide>(f1) * load<wide>(x1 + i)) +
                                (same<wide>(f2) * load<wide>(x2 + i) + same<wide>(f3) * load<wide>(x3 + i))));
      });
    }
  }
  for (; k < columns; ++k, x += stride) add(y, -*x, x, size);
}

}  // namespace loops

/// Replaces the lower triangle of the upper left n×n corner of B by L with B = LL'; `diagonal` receives the
/// old diagonal. A feature that does not vary (a zero on the diagonal) gets a column of zeros in L. False if
/// a pivot is at most `least` times its old diagonal entry: L would then consist of rounding errors. The test
/// does not depend on the units of the features. O(n³/3)
template <class M>
bool cholesky(M& b, Index n, ScalarOf<M>* diagonal, ScalarOf<M> least = 0) {
  using T = ScalarOf<M>;
  for (Index j = 0; j < n; ++j) diagonal[j] = b(j, j);
  for (Index j = 0; j < n; ++j) {
    T* const column = &b(j, j);
    loops::take_off(column, &b(j, 0), b.outerStride(), j, n - j);
    T pivot = 0;
    if (diagonal[j] > 0) {
      if (!(*column > least * diagonal[j])) return false;
      pivot = root(*column);
    }
    loops::scale(column, pivot > 0 ? 1 / pivot : T(0), n - j);
    *column = pivot;
  }
  return true;
}

/// Undoes a complete or failed factorisation: restores the lower triangle of B from its strict upper one and
/// the old diagonal.
template <class M>
void restore(M& b, Index n, const ScalarOf<M>* diagonal) {
  for (Index j = 0; j < n; ++j) {
    b(j, j) = diagonal[j];
    for (Index i = 0; i < j; ++i) b(j, i) = b(i, j);
  }
}

/// Replaces L by W = L⁻¹' without its zero columns, with zeros below the diagonal. Gives the number of
/// columns. O(n³/3)
template <class M>
Index inverse(M& l, Index n) {
  using T = ScalarOf<M>;
  const auto above = [&](Index j, Index size) { return Numbers<T>(&l(0, j), size); };
  Index kept = 0;
  for (Index j = 0; j < n; ++j) {
    // Column j becomes −W·u/u_jj, where u is row j of L and W the columns of the inverse made so far.
    const T part = l(j, j) > 0 ? 1 / l(j, j) : T(0);
    for (Index k = 0; k < j; ++k) {
      const T entry = l(j, k);
      l(k, j) = 0;
      add(above(j, k + 1), entry, above(k, k + 1));
    }
    scale(above(j, j), -part);
    l(j, j) = part;
  }
  for (Index j = 0; j < n; ++j) {
    if (!(l(j, j) > 0)) continue;
    for (Index i = 0; i < n; ++i) l(i, kept) = i <= j ? l(i, j) : T(0);
    ++kept;
  }
  return kept;
}

/// Columns from..to of a pivoted factorisation B = LL' of a semidefinite B (lower triangle) of n rows; each
/// step takes the largest remaining diagonal entry. Columns 0..from must have been subtracted from B already.
/// `left` holds the remaining diagonal, `order` the original row of each row of B. Gives the first column at
/// which no remaining diagonal entry is above `floor`, or `to`.
template <class M, class V, class Order>
Index pivoted_cholesky(M& b, Index n, Index from, Index to, V& left, Order& order, ScalarOf<M> floor) {
  using T = ScalarOf<M>;
  for (Index j = from; j < to; ++j) {
    Index best = j;
    for (Index i = j + 1; i < n; ++i) best = left[i] > left[best] ? i : best;
    if (!(left[best] > floor)) return j;
    if (best > j) {
      for (Index k = 0; k < j; ++k) swap(b(j, k), b(best, k));
      for (Index k = j + 1; k < best; ++k) swap(b(k, j), b(best, k));
      for (Index k = best + 1; k < n; ++k) swap(b(k, j), b(k, best));
      swap(b(j, j), b(best, best));
      swap(left[j], left[best]);
      swap(order[j], order[best]);
    }
    T* const column = &b(j, j);
    loops::take_off(column, &b(j, from), b.outerStride(), j - from, n - j);
    const T pivot = root(T(left[j]));
    loops::scale(column, 1 / pivot, n - j);
    *column = pivot;
    for (Index i = j + 1; i < n; ++i) left[i] -= b(i, j) * b(i, j);
  }
  return to;
}

}  // namespace tanda::small
