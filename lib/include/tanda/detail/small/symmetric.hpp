// Eigenpairs of a small symmetric matrix in its own memory: Householder's reduction to three diagonals, then
// QR steps with Wilkinson's shift. Firmware includes this file.
#pragma once

#include "tanda/detail/small/choices.hpp"
#include "tanda/detail/small/vectors.hpp"

namespace tanda::small {

/// Divides a symmetric matrix, given by its lower triangle, by the power of two just below its largest
/// magnitude, and fills in the upper triangle. Gives that power, 1 for zeros, 0 if a number is not finite.
/// O(n²)
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
  T scale = 1;
  if (largest >= std::numeric_limits<T>::min()) {
    while (scale > largest) scale *= T(0.5);
    while (scale <= largest * T(0.5)) scale *= 2;
  }
  for (Index j = 0; j < n; ++j) {
    for (Index i = j; i < n; ++i) a(j, i) = a(i, j) /= scale;
  }
  return scale;
}

namespace detail {

/// A = Q·tridiagonal(values, off)·Q' for entries of at most about one; Q takes A's place. `off` holds n
/// numbers, and as many for scratch behind them.
template <class M, class V>
void tridiagonalise(M& a, Index n, V& values, ScalarOf<M>* off) {
  using T = ScalarOf<M>;
  // Below epsilon² nothing is lost that rounding has not lost before, and squares stay in range.
  constexpr T nothing = std::numeric_limits<T>::epsilon() * std::numeric_limits<T>::epsilon();
  const auto below = [&](Index j, Index k) { return Numbers<T>(&a(k + 1, j), n - k - 1); };
  // Column k below the diagonal keeps the reflection's vector v, a(k, k + 1) its factor: I − factor·vv'.
  for (Index k = 0; k + 1 < n; ++k) {
    auto v = below(k, k);
    Numbers<T> p(off + n, v.size());
    const Numbers<T> tail(v.data() + 1, v.size() - 1);
    const T rest = dot(tail, tail), norm = root(v[0] * v[0] + rest);
    values[k] = a(k, k);
    off[k] = v[0];
    T factor = 0;
    if (rest > nothing * nothing) {
      off[k] = v[0] > 0 ? -norm : norm;
      v[0] -= off[k];
      factor = 2 / dot(v, v);
      // p = factor·Bv, then B −= v(p − cv)' + (p − cv)v' with c = factor·v'p/2, B what is left of A.
      for (Index j = 0; j < Index(v.size()); ++j) p[j] = factor * dot(below(k + 1 + j, k), v);
      add(p, -factor / 2 * dot(v, p), v);
      for (Index j = 0; j < Index(v.size()); ++j) {
        add(below(k + 1 + j, k), -p[j], v);
        add(below(k + 1 + j, k), -v[j], p);
      }
    }
    a(k, k + 1) = factor;
  }
  // Q grows from its lower right corner: every reflection meets only what is there already.
  values[n - 1] = a(n - 1, n - 1);
  a(n - 1, n - 1) = 1;
  for (Index k = n - 2; k >= 0; --k) {
    const T factor = a(k, k + 1);
    const auto v = below(k, k);
    for (Index j = k + 1; j < n; ++j) add(below(j, k), -factor * dot(v, below(j, k)), v);
    for (Index i = k + 1; i < n; ++i) a(i, k) = a(k, i) = 0;
    a(k, k) = 1;
  }
}

/// One QR step on rows first..last of the tridiagonal matrix, chasing the bulge down; q collects the turns.
template <class V, class M>
void qr_step(V& values, ScalarOf<M>* off, Index first, Index last, M& q, Index n) {
  using T = ScalarOf<M>;
  const auto length = [](T x, T y) { return root(x * x + y * y); };
  const T half = (values[last - 1] - values[last]) / 2, corner = off[last - 1];
  const T reach = length(half, corner);
  // The eigenvalue of the last 2×2 corner that is nearer to its last entry.
  const T shift = values[last] - corner / (half < 0 ? half - reach : half + reach) * corner;
  T x = values[first] - shift, z = off[first];
  for (Index k = first; k < last; ++k) {
    const T r = length(x, z);
    const T c = r > 0 ? x / r : T(1), s = r > 0 ? z / r : T(0);
    if (k > first) off[k - 1] = r;
    const T upper = values[k], lower = values[k + 1], mixed = 2 * c * s * off[k];
    values[k] = c * c * upper + mixed + s * s * lower;
    values[k + 1] = s * s * upper - mixed + c * c * lower;
    off[k] = c * s * (lower - upper) + (c * c - s * s) * off[k];
    if (k + 1 < last) {
      x = off[k];
      z = s * off[k + 1];
      off[k + 1] *= c;
    }
    T *left = &q(0, k), *right = &q(0, k + 1);
    for (Index i = 0; i < n; ++i) {
      const T old = left[i];
      left[i] = c * old + s * right[i];
      right[i] = c * right[i] - s * old;
    }
  }
}

template <class V, class M>
bool diagonalise(V& values, ScalarOf<M>* off, M& q, Index n) {
  using T = ScalarOf<M>;
  constexpr T epsilon = std::numeric_limits<T>::epsilon();
  constexpr Index steps_each = 40;  // two or three are usual
  Index last = n - 1;
  for (Index steps = steps_each * n; last > 0;) {
    // Small against its neighbours on the diagonal, or below epsilon² as in the reduction.
    const auto zero = [&](Index k) {
      return magnitude(off[k]) <= epsilon * (magnitude(values[k]) + magnitude(values[k + 1]) + epsilon);
    };
    Index first = last;
    while (first > 0 && !zero(first - 1)) --first;
    if (first == last) {
      --last;
      continue;
    }
    if (steps-- == 0) return false;
    qr_step(values, off, first, last, q, n);
  }
  return true;
}

}  // namespace detail

/// Eigenpairs of the symmetric matrix whose lower triangle is that of A's upper left n×n corner. The vectors
/// take its place, the values go to `values`; the leading `wanted` at the given end come first, best first,
/// the others behind them in no order. `work` holds 2n numbers. False if a number is not finite. O(n³)
template <class M, class V, class W>
bool eigenpairs(M& a, Index n, V& values, W& work, End end, Index wanted) {
  using T = ScalarOf<M>;
  if (n == 0) return true;
  const T scale = normalise(a, n);
  if (!(scale > 0)) return false;
  detail::tridiagonalise(a, n, values, work.data());
  if (!detail::diagonalise(values, work.data(), a, n)) return false;
  for (Index k = 0; k < n; ++k) {
    Index best = k;
    for (Index j = k + 1; j < n && k < wanted; ++j) {
      if (end == End::largest ? values[j] > values[best] : values[j] < values[best]) best = j;
    }
    const T value = values[best];
    values[best] = values[k];
    values[k] = value * scale;
    for (Index i = 0; i < n; ++i) {
      const T entry = a(i, best);
      a(i, best) = a(i, k);
      a(i, k) = entry;
    }
  }
  return true;
}

/// Makes a column a unit vector, if it is not zero.
template <class X>
void normalise_column(X&& x) {
  const ScalarOf<X> size = length(x);
  if (size > 0) scale(x, 1 / size);
}

/// Orthonormal columns with the same leading spans: Gram and Schmidt, twice. O(n k²)
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
