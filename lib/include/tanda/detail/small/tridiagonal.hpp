// Reduction of a symmetric matrix to tridiagonal form by Householder reflections, and its eigenpairs by QR
// steps with Wilkinson's shift. The solvers for small and for large matrices share it. Firmware includes this
// file.
#pragma once

#include <cstddef>

#include "tanda/detail/small/vectors.hpp"

namespace tanda::small {

namespace loops {

/// x −= v·w₀ + w·v₀; then y₀ += x'u and y_i += u₀·x_i for i > 0. x is a column of the lower triangle of a
/// symmetric matrix, from the diagonal down; the first step updates the matrix, the second adds the column's
/// share of the product of the matrix with u to y.
template <class T>
[[gnu::noinline]] void update(T* x, const T* v, const T* w, const T* u, T* y, Index size) {
  const T v0 = *v, w0 = *w, u0 = *u;
  Packet<T> sums{};
  T result = 0;
  each_packet<T>(0, size, [&](Index i, auto wide) {
    const Packet<T, wide> fresh =
        load<wide>(x + i) - (load<wide>(v + i) * same<wide>(w0) + load<wide>(w + i) * same<wide>(v0));
    store<wide>(x + i, fresh);
    store<wide>(y + i, load<wide>(y + i) + same<wide>(u0) * fresh);
    if constexpr (wide == lanes<T>) {
      sums += fresh * load<wide>(u + i);
    } else {
      result += sum<T, wide>(fresh * load<wide>(u + i));
    }
  });
  *y += result + sum<T>(sums) - u0 * *x;
}

/// Rotates columns k and k + 1 of q by cosines[k] and sines[k], for k = 0 to count − 1 in this order; columns
/// are `stride` apart. Each column is read and written once, although two rotations change it.
template <class T>
void turn(T* q, std::ptrdiff_t stride, Index rows, const T* cosines, const T* sines, Index count) {
  Index i = 0;
  if constexpr (share<T>) {
    constexpr Index wide = lanes<T>;
    for (; i + 2 * wide <= rows; i += 2 * wide) {
      T *at = q + i, *second = at + wide;
      Packet<T> x = load<wide>(at), y = load<wide>(second);
      for (Index k = 0; k < count; ++k, at += stride, second += stride) {
        const Packet<T> c = same<wide>(cosines[k]), s = same<wide>(sines[k]);
        const Packet<T> next_x = load<wide>(at + stride), next_y = load<wide>(second + stride);
        store<wide>(at, c * x + s * next_x);
        store<wide>(second, c * y + s * next_y);
        x = c * next_x - s * x;
        y = c * next_y - s * y;
      }
      store<wide>(at, x);
      store<wide>(second, y);
    }
  }
  each_packet<T>(i, rows, [&](Index row, auto wide) {
    T* at = q + row;
    Packet<T, wide> x = load<wide>(at);
    for (Index k = 0; k < count; ++k, at += stride) {
      const Packet<T, wide> c = same<wide>(cosines[k]), s = same<wide>(sines[k]),
                            next = load<wide>(at + stride);
      store<wide>(at, c * x + s * next);
      x = c * next - s * x;
    }
    store<wide>(at, x);
  });
}

}  // namespace loops

/// The Householder reflection I − factor·vv' that maps the vector x, with entries of at most about one, to a
/// multiple of the first unit vector. v replaces x. Gives the factor, and in `first` the first entry of the
/// reflected vector. The factor is 0 if the other entries are zero.
template <class T>
T reflect(T* x, Index size, T& first) {
  // Numbers below epsilon² count as zero: rounding has made larger errors before. The squares of larger ones
  // do not underflow.
  constexpr T nothing = std::numeric_limits<T>::epsilon() * std::numeric_limits<T>::epsilon();
  first = x[0];
  const T rest = loops::dot(x + 1, x + 1, size - 1), norm = root(first * first + rest);
  if (!(rest > nothing * nothing)) return 0;
  const T reach = norm + magnitude(first);
  x[0] = first > 0 ? reach : -reach;
  first = first > 0 ? -norm : norm;
  return 1 / (norm * reach);
}

/// A = Q·T·Q' for the lower triangle of an A with entries of at most about one. `values` becomes the diagonal
/// of T, `off` its subdiagonal. Column k of A keeps v of reflection k below the diagonal, entry (k, k + 1)
/// its factor. `off` needs room for 2n numbers; the second half is scratch.
template <class M>
void reduce(M& a, Index n, ScalarOf<M>* values, ScalarOf<M>* off) {
  using T = ScalarOf<M>;
  // Each column is updated, A − vw' − wv', just before it is multiplied by the next reflection, so one pass
  // over the matrix does both. The product is stored in `values`, which is filled later.
  T *const y = values, *const w = off + n;
  const T* v = &a(0, 0);
  Numbers<T>(w, n).setZero();
  for (Index k = 0; k < n; ++k) {
    T* const u = &a(0, k);  // the next reflection, from row k + 1 on
    loops::update(u + k, v + k, w + k, v + k, y + k, n - k);
    values[k] = u[k];
    const Index next = k + 1, below = n - next;
    if (below == 0) break;
    const T factor = reflect(u + next, below, off[k]);
    a(k, next) = factor;
    Numbers<T>(y + next, below).setZero();
    for (Index j = next; j < n; ++j) loops::update(&a(j, j), v + j, w + j, u + j, y + j, n - j);
    const T half = factor / 2 * loops::dot(u + next, y + next, below);
    for (Index i = next; i < n; ++i) w[i] = factor * (y[i] - half * u[i]);
    v = u;
  }
}

/// Replaces the reflections in A by Q. Starts at the lower right corner, so each reflection is applied only
/// to the columns made so far.
template <class M>
void form(M& a, Index n) {
  using T = ScalarOf<M>;
  a(n - 1, n - 1) = 1;
  for (Index k = n - 2; k >= 0; --k) {
    const T factor = a(k, k + 1);
    const T* const v = &a(k + 1, k);
    for (Index j = k + 1; j < n; ++j) {
      T* const x = &a(k + 1, j);
      loops::add(x, -factor * loops::dot(v, x, n - k - 1), v, n - k - 1);
    }
    for (Index i = k + 1; i < n; ++i) a(i, k) = a(k, i) = 0;
    a(k, k) = 1;
  }
}

/// One implicit QR step on rows first to last of T, which chases the bulge down. The rotations are also
/// applied to the columns of q.
template <class M>
void qr_step(ScalarOf<M>* values, ScalarOf<M>* off, Index first, Index last, M& q, Index n) {
  using T = ScalarOf<M>;
  const auto length = [](T x, T y) { return root(x * x + y * y); };
  const T half = (values[last - 1] - values[last]) / 2, corner = off[last - 1];
  const T reach = length(half, corner);
  // Wilkinson's shift: the eigenvalue of the last 2×2 block that is nearer to its last diagonal entry.
  const T shift = values[last] - corner / (half < 0 ? half - reach : half + reach) * corner;
  T x = values[first] - shift, z = off[first];
  constexpr Index together = share<T> ? 8 : 1;
  T cosines[together], sines[together];
  Index turns = 0;
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
    cosines[turns] = c;
    sines[turns++] = s;
    if (turns == together || k + 1 == last) {
      loops::turn(&q(0, k + 1 - turns), q.outerStride(), n, cosines, sines, turns);
      turns = 0;
    }
  }
}

/// Eigenpairs of T, unordered: `values` becomes the eigenvalues, and q is multiplied from the right by the
/// matrix of eigenvectors. goes_on(number of rotations) is called before each step. False if it returns
/// false, or if the steps do not converge.
template <class M, class Ask>
bool diagonalise(ScalarOf<M>* values, ScalarOf<M>* off, M& q, Index n, const Ask& goes_on) {
  using T = ScalarOf<M>;
  constexpr T epsilon = std::numeric_limits<T>::epsilon();
  constexpr Index steps_each = 40;  // QR steps per eigenvalue; two or three are usual
  Index last = n - 1;
  for (Index steps = steps_each * n; last > 0;) {
    // A subdiagonal entry counts as zero if it is negligible compared with the two diagonal entries next to
    // it, or below epsilon² as in the reduction.
    const auto zero = [&](Index k) {
      return magnitude(off[k]) <= epsilon * (magnitude(values[k]) + magnitude(values[k + 1]) + epsilon);
    };
    Index first = last;
    while (first > 0 && !zero(first - 1)) --first;
    if (first == last) {
      --last;
      continue;
    }
    if (steps-- == 0 || !goes_on(last - first)) return false;
    qr_step(values, off, first, last, q, n);
  }
  return true;
}

}  // namespace tanda::small
