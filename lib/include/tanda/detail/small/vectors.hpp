// The two loops that small algebra is made of, as functions: inlined everywhere they would triple the flash
// of a fit. Here and in its neighbours: Eigen expressions that neither pack nor allocate, for matrices of
// fixed or dynamic size.
#pragma once

#include <Eigen/Core>
#include <limits>
#include <type_traits>

#include "tanda/detail/small/root.hpp"

namespace tanda::small {

using Index = int;

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

/// False for infinities and what is not a number.
template <class T>
bool finite(T x) {
  return magnitude(x) <= std::numeric_limits<T>::max();
}

namespace loops {
/// Do several numbers share an instruction? If not, a plain loop is the shortest.
template <class T>
constexpr bool packets = Eigen::internal::packet_traits<T>::size > 1;

template <class T>
[[gnu::noinline]] T dot(const T* x, const T* y, Index size) {
  if constexpr (packets<T>) return ConstNumbers<T>(x, size).dot(ConstNumbers<T>(y, size));
  T sum = 0;
  for (const T* const end = x + size; x < end;) sum += *x++ * *y++;
  return sum;
}
template <class T>
[[gnu::noinline]] void add(T* y, T factor, const T* x, Index size) {
  if constexpr (packets<T>) {
    Numbers<T>(y, size) += factor * ConstNumbers<T>(x, size);
  } else {
    for (const T* const end = x + size; x < end;) *y++ += factor * *x++;
  }
}
template <class T>
[[gnu::noinline]] void scale(T* x, T factor, Index size) {
  Numbers<T>(x, size) *= factor;
}
template <class X>
constexpr bool is_dense = std::remove_reference_t<X>::InnerStrideAtCompileTime == 1;
}  // namespace loops

/// x'y of columns, or parts of them.
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
