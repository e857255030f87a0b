// The inner loops of the algebra of small matrices, as functions that are not inlined: inlined everywhere
// they would triple the flash of a fit. The files in this folder use only Eigen expressions that neither pack
// nor allocate, for matrices of fixed or dynamic size.
#pragma once

#include <Eigen/Core>
#include <limits>
#include <type_traits>

#include "tanda/detail/small/packet.hpp"
#include "tanda/detail/small/root.hpp"

namespace tanda::small {

template <class M>
using ScalarOf = typename std::remove_reference_t<M>::Scalar;
template <class T>
using Numbers = Eigen::Map<Eigen::Matrix<T, Eigen::Dynamic, 1>>;
template <class T>
using ConstNumbers = Eigen::Map<const Eigen::Matrix<T, Eigen::Dynamic, 1>>;

template <class T>
T magnitude(T x) {
  return x < 0 ? -x : x;
}

/// False for infinities and NaN.
template <class T>
bool finite(T x) {
  return magnitude(x) <= std::numeric_limits<T>::max();
}

template <class T>
void swap(T& x, T& y) {
  const T old = x;
  x = y;
  y = old;
}

namespace loops {
template <class T>
[[gnu::noinline]] T dot(const T* x, const T* y, Index size) {
  T result = 0;
  if constexpr (!share<T>) {
    for (const T* const end = x + size; x < end;) result += *x++ * *y++;  // the shortest code
    return result;
  }
  constexpr Index wide = lanes<T>;
  Packet<T> s0{}, s1{}, s2{}, s3{};  // four sums, so that no addition waits for the one before
  Index i = 0;
  for (; i + 4 * wide <= size; i += 4 * wide) {
    s0 += load<wide>(x + i) * load<wide>(y + i);
    s1 += load<wide>(x + i + wide) * load<wide>(y + i + wide);
    s2 += load<wide>(x + i + 2 * wide) * load<wide>(y + i + 2 * wide);
    s3 += load<wide>(x + i + 3 * wide) * load<wide>(y + i + 3 * wide);
  }
  for (; i + wide <= size; i += wide) s0 += load<wide>(x + i) * load<wide>(y + i);
  result = sum<T>((s0 + s1) + (s2 + s3));
  each_packet<T>(
      i, size, [&](Index at, auto part) { result += sum<T, part>(load<part>(x + at) * load<part>(y + at)); });
  return result;
}
template <class T>
[[gnu::noinline]] void add(T* y, T factor, const T* x, Index size) {
  if constexpr (!share<T>) {
    for (const T* const end = x + size; x < end;) *y++ += factor * *x++;  // the shortest code
    return;
  }
  each_packet<T>(0, size, [&](Index i, auto wide) {
    store<wide>(y + i, load<wide>(y + i) + same<wide>(factor) * load<wide>(x + i));
  });
}
template <class T>
[[gnu::noinline]] void scale(T* x, T factor, Index size) {
  Numbers<T>(x, size) *= factor;
}
template <class X>
constexpr bool is_dense = std::remove_reference_t<X>::InnerStrideAtCompileTime == 1;
}  // namespace loops

/// x'y of columns or segments of columns.
template <class X, class Y>
ScalarOf<X> dot(const X& x, const Y& y) {
  static_assert(loops::is_dense<X> && loops::is_dense<Y>, "columns, not rows");
  return loops::dot(x.data(), y.data(), Index(x.size()));
}

/// y += factor · x
template <class Y, class X>
void add(Y&& y, ScalarOf<Y> factor, const X& x) {
  static_assert(loops::is_dense<X> && loops::is_dense<Y>, "columns, not rows");
  loops::add(y.data(), factor, x.data(), Index(y.size()));
}

/// x *= factor
template <class X>
void scale(X&& x, ScalarOf<X> factor) {
  static_assert(loops::is_dense<X>, "columns, not rows");
  loops::scale(x.data(), factor, Index(x.size()));
}

template <class X>
ScalarOf<X> length(const X& x) {
  return root(dot(x, x));
}

}  // namespace tanda::small
