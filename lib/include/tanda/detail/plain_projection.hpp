// y = P·x + c in plain loops. Freestanding: no heap, no library; firmware includes this file.
#pragma once

#include <cstddef>

#include "tanda/detail/small/root.hpp"

namespace tanda {

namespace detail {
/// Squares of values between `small` and `large` neither overflow nor underflow; other samples are first
/// scaled into this range.
template <class S>
struct SafeRange;
template <>
struct SafeRange<float> {
  static constexpr float small = 0x1p-50f, large = 0x1p50f, up = 0x1p100f, down = 0x1p-80f;
};
template <>
struct SafeRange<double> {
  static constexpr double small = 0x1p-500, large = 0x1p500, up = 0x1p600, down = 0x1p-600;
};
}  // namespace detail

/// Two factors whose product scales a sample to unit length; both 1 for the zero vector, which stays zero.
template <class S>
struct LengthScale {
  S first = 1, second = 1;
  S operator()(S value) const { return value * first * second; }
};

/// Not inlined: that would triple the code of every `project`.
template <class S>
[[gnu::noinline]] LengthScale<S> unit_length_scale(const S* x, std::size_t inputs) {
  using Range = detail::SafeRange<S>;
  S largest = 0;
  for (std::size_t j = 0; j < inputs; ++j) {
    const S magnitude = x[j] < 0 ? -x[j] : x[j];
    if (magnitude > largest) largest = magnitude;
  }
  LengthScale<S> scale;
  if (largest == 0) return scale;
  scale.first = largest < Range::small ? Range::up : largest > Range::large ? Range::down : S(1);
  S sum = 0;
  for (std::size_t j = 0; j < inputs; ++j) sum += (x[j] * scale.first) * (x[j] * scale.first);
  scale.second = S(1) / root(sum);
  return scale;
}

/// y = P·x/‖x‖ + c
template <class S>
[[gnu::noinline]] void plain_project_unit_length(const S* matrix, const S* offset, std::size_t inputs,
                                                 std::size_t outputs, const S* x, S* y) {
  const LengthScale<S> scale = unit_length_scale(x, inputs);
  for (const S* end = offset + outputs; offset != end; ++offset) {
    S sum = 0;
    for (std::size_t j = 0; j < inputs; ++j) sum += *matrix++ * scale(x[j]);
    *y++ = sum + *offset;
  }
}

/// One sample: `matrix` is r×d, row after row. The sum runs in the order of the features.
template <class S>
void plain_project(const S* matrix, const S* offset, std::size_t inputs, std::size_t outputs, const S* x,
                   S* y) {
  for (std::size_t i = 0; i < outputs; ++i) {
    S sum = 0;
    const S* value = x;
    for (const S* end = matrix + inputs; matrix != end;) sum += *matrix++ * *value++;
    y[i] = sum + offset[i];
  }
}

}  // namespace tanda
