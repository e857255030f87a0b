// Eigenpairs of a symmetric matrix without a heap: Householder reduction to tridiagonal form, then QR steps
// with Wilkinson's shift.
#pragma once

#include "tanda/device/block.hpp"

namespace tanda::device {

namespace detail {

template <class T>
T length(T x, T y) {
  return root(x * x + y * y);
}

/// A = Q·tridiagonal(values, off)·Q'; reads the lower triangle, puts Q in A's place. `work` holds one column.
template <class T>
void tridiagonalise(const Block<T>& a, T* values, T* off, T* work) {
  const int n = a.rows;
  // Entries are at most about one: below epsilon² nothing is lost that rounding has not lost before, and
  // squares stay in range.
  constexpr T nothing = std::numeric_limits<T>::epsilon() * std::numeric_limits<T>::epsilon();
  // Column k below the diagonal keeps the reflection's vector v, a(k, k + 1) its factor: I − factor·vv'.
  for (int k = 0; k + 1 < n; ++k) {
    const int size = n - k - 1;
    T* v = a.column(k) + k + 1;
    T rest = 0;
    for (int i = 1; i < size; ++i) rest += v[i] * v[i];
    if (rest <= nothing * nothing) {
      off[k] = v[0];
      a(k, k + 1) = 0;
      continue;
    }
    const T norm = root(v[0] * v[0] + rest);
    off[k] = v[0] > 0 ? -norm : norm;
    v[0] -= off[k];
    const T factor = 2 / (v[0] * v[0] + rest);
    a(k, k + 1) = factor;
    // p = factor·Bv, then B −= v(p − cv)' + (p − cv)v' with c = factor·v'p/2, B what is left of A.
    const Block<T> b{&a(k + 1, k + 1), size, size, a.stride};
    for (int i = 0; i < size; ++i) {
      T sum = 0;
      for (int j = 0; j <= i; ++j) sum += b(i, j) * v[j];
      for (int j = i + 1; j < size; ++j) sum += b(j, i) * v[j];
      work[i] = factor * sum;
    }
    add_scaled(work, -factor / 2 * dot(v, work, size), v, size);
    for (int j = 0; j < size; ++j) {
      for (int i = j; i < size; ++i) b(i, j) -= v[i] * work[j] + work[i] * v[j];
    }
  }
  for (int k = 0; k < n; ++k) values[k] = a(k, k);
  // Q grows from its lower right corner: every reflection meets only what is there already.
  a(n - 1, n - 1) = 1;
  for (int k = n - 2; k >= 0; --k) {
    const T factor = a(k, k + 1);
    const T* v = a.column(k) + k + 1;
    for (int j = k + 1; j < n; ++j) {
      T* q = a.column(j) + k + 1;
      add_scaled(q, -factor * dot(v, q, n - k - 1), v, n - k - 1);
    }
    for (int i = k + 1; i < n; ++i) a(i, k) = a(k, i) = 0;
    a(k, k) = 1;
  }
}

/// One QR step on rows first..last of the tridiagonal matrix, chasing the bulge down; q collects the turns.
template <class T>
void qr_step(T* values, T* off, int first, int last, const Block<T>& q) {
  const T half = (values[last - 1] - values[last]) / 2, corner = off[last - 1];
  const T reach = length(half, corner);
  // The eigenvalue of the last 2×2 corner that is nearer to its last entry.
  const T shift = values[last] - corner / (half < 0 ? half - reach : half + reach) * corner;
  T x = values[first] - shift, z = off[first];
  for (int k = first; k < last; ++k) {
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
    T *left = q.column(k), *right = q.column(k + 1);
    for (int i = 0; i < q.rows; ++i) {
      const T old = left[i];
      left[i] = c * old + s * right[i];
      right[i] = c * right[i] - s * old;
    }
  }
}

template <class T>
bool diagonalise(T* values, T* off, const Block<T>& q) {
  constexpr T epsilon = std::numeric_limits<T>::epsilon();
  constexpr int steps_each = 40;  // two or three are usual
  int last = q.rows - 1;
  for (int steps = steps_each * q.rows; last > 0;) {
    // Small beside its neighbours on the diagonal, or below epsilon² as in the reduction.
    const auto zero = [&](int k) {
      return magnitude(off[k]) <= epsilon * (magnitude(values[k]) + magnitude(values[k + 1]) + epsilon);
    };
    if (zero(last - 1)) {
      --last;
      continue;
    }
    int first = last - 1;
    while (first > 0 && !zero(first - 1)) --first;
    if (steps-- == 0) return false;
    qr_step(values, off, first, last, q);
  }
  return true;
}

}  // namespace detail

/// The power of two just below the largest magnitude of the lower triangle, 1 for zeros, 0 if a number is not
/// finite.
template <class T>
T power_of_two_scale(const Block<T>& a) {
  T largest = 0;
  for (int j = 0; j < a.columns; ++j) {
    for (int i = j; i < a.rows; ++i) {
      if (!finite(a(i, j))) return 0;
      if (magnitude(a(i, j)) > largest) largest = magnitude(a(i, j));
    }
  }
  if (largest < std::numeric_limits<T>::min()) return 1;
  T scale = 1;
  while (scale > largest) scale /= 2;
  while (scale <= largest / 2) scale *= 2;
  return scale;
}

/// All eigenpairs of a symmetric matrix (lower triangle), ascending; the vectors take its place. `work` holds
/// two columns. False if a number is not finite. O(d³)
template <class T>
bool symmetric_eigen(const Block<T>& a, T* values, T* work) {
  const int n = a.rows;
  if (n == 0) return true;
  const T scale = power_of_two_scale(a);
  if (!(scale > 0)) return false;
  for (int j = 0; j < n; ++j) {
    for (int i = j; i < n; ++i) a(i, j) /= scale;
  }
  T* off = work + n;
  detail::tridiagonalise(a, values, off, work);
  if (!detail::diagonalise(values, off, a)) return false;
  for (int k = 0; k < n; ++k) {
    int least = k;
    for (int j = k + 1; j < n; ++j) {
      if (values[j] < values[least]) least = j;
    }
    if (least == k) continue;
    const T value = values[k];
    values[k] = values[least];
    values[least] = value;
    for (int i = 0; i < n; ++i) {
      const T entry = a(i, k);
      a(i, k) = a(i, least);
      a(i, least) = entry;
    }
  }
  for (int k = 0; k < n; ++k) values[k] *= scale;
  return true;
}

}  // namespace tanda::device
