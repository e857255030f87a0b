// The loops over columns that the compact kernels use in addition to those of `detail/small`.
#pragma once

#include "base/types.hpp"
#include "tanda/detail/small/vectors.hpp"

namespace tanda::internal::compact {

using small::Packet, small::sum;
template <class T>
constexpr Index lanes = small::lanes<T>;

template <class T>
inline Packet<T> load(const T* from) {
  return small::load<small::lanes<T>>(from);
}
template <class T>
inline void store(T* to, Packet<T> packet) {
  small::store<small::lanes<T>>(to, packet);
}
template <class T>
inline Packet<T> same(T value) {
  return small::same<small::lanes<T>>(value);
}

/// y += Σ a[c]·(column c of x), for four columns
template <class T>
[[gnu::noinline]] void add_four(Index n, const T* a, const T* x, Index stride, T* y) {
  const Packet<T> a0 = same(a[0]), a1 = same(a[1]), a2 = same(a[2]), a3 = same(a[3]);
  const T *x1 = x + stride, *x2 = x1 + stride, *x3 = x2 + stride;
  Index i = 0;
  for (; i + lanes<T> <= n; i += lanes<T>) {
    store(y + i,
          load(y + i) + (a0 * load(x + i) + a1 * load(x1 + i) + a2 * load(x2 + i) + a3 * load(x3 + i)));
  }
  for (; i < n; ++i) y[i] += a[0] * x[i] + a[1] * x1[i] + a[2] * x2[i] + a[3] * x3[i];
}

/// y += Σ a[c]·(column c of m) and s[c] += (column c of m)'·x, for four columns
template <class T>
[[gnu::noinline]] void add_four_and_dot(Index n, const T* a, const T* m, Index stride, const T* x, T* y,
                                        T* s) {
  const Packet<T> a0 = same(a[0]), a1 = same(a[1]), a2 = same(a[2]), a3 = same(a[3]);
  const T *m1 = m + stride, *m2 = m1 + stride, *m3 = m2 + stride;
  Packet<T> s0{}, s1{}, s2{}, s3{};
  Index i = 0;
  for (; i + lanes<T> <= n; i += lanes<T>) {
    const Packet<T> c0 = load(m + i), c1 = load(m1 + i), c2 = load(m2 + i), c3 = load(m3 + i),
                    xs = load(x + i);
    store(y + i, load(y + i) + ((a0 * c0 + a1 * c1) + (a2 * c2 + a3 * c3)));
    s0 += c0 * xs;
    s1 += c1 * xs;
    s2 += c2 * xs;
    s3 += c3 * xs;
  }
  s[0] += sum<T>(s0), s[1] += sum<T>(s1), s[2] += sum<T>(s2), s[3] += sum<T>(s3);
  for (; i < n; ++i) {
    y[i] += (a[0] * m[i] + a[1] * m1[i]) + (a[2] * m2[i] + a[3] * m3[i]);
    s[0] += m[i] * x[i], s[1] += m1[i] * x[i], s[2] += m2[i] * x[i], s[3] += m3[i] * x[i];
  }
}

/// Whether all entries are finite: a finite number times zero is zero, an infinity or NaN times zero is NaN.
template <class T>
[[gnu::noinline]] bool finite(Index n, const T* x) {
  const Packet<T> zero{};
  Packet<T> s0{}, s1{}, s2{}, s3{};  // four sums, so that no addition waits for the one before
  Index i = 0;
  for (; i + 4 * lanes<T> <= n; i += 4 * lanes<T>) {
    s0 += load(x + i) * zero;
    s1 += load(x + i + lanes<T>) * zero;
    s2 += load(x + i + 2 * lanes<T>) * zero;
    s3 += load(x + i + 3 * lanes<T>) * zero;
  }
  T rest = 0;
  for (; i < n; ++i) rest += x[i] * 0;
  return sum<T>((s0 + s1) + (s2 + s3)) + rest == 0;
}

}  // namespace tanda::internal::compact
