// y = P·(x − mean) in 8-bit integers: a quarter of the flash, and no floating point inside the loop.
// Freestanding: firmware includes this file.
//   x^_j = clamp(round((x_j − mean_j)·inverse_j)),   y_i = scale_i · Σ_j weights_ij · x^_j
#pragma once

#include <cstddef>
#include <cstdint>

#include "tanda/code.hpp"
#include "tanda/detail/plain_projection.hpp"

namespace tanda {

inline constexpr int quantized_limit = 127;  ///< −128 is not used: symmetric, and |a·b| ≤ 127²
/// Sums of d products are int32: d·127² must stay below 2^31.
inline constexpr std::size_t max_quantized_inputs = 0x7fffffff / (quantized_limit * quantized_limit);

namespace detail {
/// Rounds to the nearest, halves away from zero; NaN becomes −127: defined, and recognisable.
template <class S>
std::int8_t to_int8(S value) {
  constexpr S limit = quantized_limit;
  if (!(value > -limit)) return -quantized_limit;
  if (value > limit) return quantized_limit;
  return static_cast<std::int8_t>(static_cast<int>(value + (value < 0 ? S(-0.5) : S(0.5))));
}
template <class S>
bool finite(S value) {
  return value - value == 0;
}
}  // namespace detail

/// A model in the caller's memory; its int32 sums cannot overflow if inputs ≤ max_quantized_inputs.
struct QuantizedView {
  const std::int8_t* weights;  ///< r×d, row after row
  const float* scale;          ///< r
  const float* mean;           ///< d
  const float* inverse;        ///< d
  std::size_t inputs, outputs;
  bool unit_length = false;  ///< scale x to unit length before subtracting the mean
};

/// Quantizes a model. `range` = largest |x_j − mean_j| of the training samples, after scaling to unit length
/// if the model does that; values beyond saturate, and a feature with range 0 is ignored. The inputs'
/// quantization steps are multiplied into the weights before each row is scaled to ±127. Code::wrong_shape
/// when there are no inputs or more than max_quantized_inputs, not_finite for a negative range or for NaN,
/// not_representable when a row overflows; outputs are then undefined. For Cortex-M, run this on the host: it
/// needs double arithmetic.
template <class S>
[[nodiscard]] Code quantize(const S* projection, const float* range, std::size_t inputs, std::size_t outputs,
                            std::int8_t* weights, float* scale, float* inverse) {
  constexpr double limit = quantized_limit;
  if (inputs == 0 || inputs > max_quantized_inputs) return Code::wrong_shape;
  for (std::size_t j = 0; j < inputs; ++j) {
    if (!detail::finite(range[j]) || range[j] < 0) return Code::not_finite;
    // A range so small that its inverse is infinite counts as 0.
    inverse[j] = range[j] > 1e-36f ? static_cast<float>(limit / static_cast<double>(range[j])) : 0.f;
  }
  for (std::size_t i = 0; i < outputs; ++i) {
    const S* row = projection + i * inputs;
    const auto weight = [&](std::size_t j) {
      return inverse[j] > 0 ? static_cast<double>(row[j]) / static_cast<double>(inverse[j]) : 0.0;
    };
    double largest = 0;
    for (std::size_t j = 0; j < inputs; ++j) {
      const double value = weight(j);
      if (!detail::finite(static_cast<double>(row[j]))) return Code::not_finite;
      if (value > largest || -value > largest) largest = value < 0 ? -value : value;
    }
    scale[i] = static_cast<float>(largest / limit);
    if (!detail::finite(scale[i])) return Code::not_representable;
    for (std::size_t j = 0; j < inputs; ++j)
      weights[i * inputs + j] = largest > 0 ? detail::to_int8(weight(j) / largest * limit) : std::int8_t{0};
  }
  return Code::ok;
}

/// One sample; `steps` is room for `inputs` numbers.
inline void project(const QuantizedView& map, const float* x, std::int8_t* steps, float* y) {
  const LengthScale<float> scale = map.unit_length ? unit_length_scale(x, map.inputs) : LengthScale<float>();
  for (std::size_t j = 0; j < map.inputs; ++j)
    steps[j] = detail::to_int8((scale(x[j]) - map.mean[j]) * map.inverse[j]);
  const std::int8_t* row = map.weights;
  for (std::size_t i = 0; i < map.outputs; ++i) {
    std::int32_t sum = 0;
    // Pointers instead of indices: five instructions per product instead of seven on a Cortex-M4.
    const std::int8_t* step = steps;
    for (const std::int8_t* end = row + map.inputs; row != end;) sum += *row++ * *step++;
    y[i] = map.scale[i] * static_cast<float>(sum);
  }
}

/// A quantized model with sizes fixed at compile time: can be a constant in flash.
template <std::size_t D, std::size_t R>
struct QuantizedProjection {
  static_assert(D > 0 && D <= max_quantized_inputs, "sums of more than 133144 products overflow 32 bits");
  static constexpr std::size_t inputs = D, outputs = R;
  std::int8_t weights[R * D];
  float scale[R];
  float mean[D];
  float inverse[D];
  bool unit_length = false;

  QuantizedView view() const { return {weights, scale, mean, inverse, D, R, unit_length}; }
  /// Projects a sample; uses D bytes of stack.
  void operator()(const float (&x)[D], float (&y)[R]) const {
    std::int8_t steps[D];
    project(view(), x, steps, y);
  }
};

}  // namespace tanda
