// The features that describe a window of a sensor's samples. Freestanding, one pass and no copy, so that it
// is fast enough for an interrupt handler of a microcontroller.
#pragma once

#include <cstddef>

#include "tanda/detail/plain_projection.hpp"

namespace edge {

inline constexpr std::size_t window_samples = 128, feature_count = 6;
inline constexpr const char* feature_names[feature_count] = {"mean",      "deviation", "energy",
                                                             "crossings", "jerk",      "swing"};

/// mean; standard deviation; mean square; crossings of the mean per sample; mean step between samples;
/// largest minus smallest.
inline void extract(const float (&window)[window_samples], float (&features)[feature_count]) {
  constexpr float count = window_samples;
  float sum = 0, squares = 0, steps = 0, least = window[0], most = window[0];
  for (std::size_t i = 0; i < window_samples; ++i) {
    const float value = window[i], step = i > 0 ? value - window[i - 1] : 0;
    sum += value;
    squares += value * value;
    steps += step < 0 ? -step : step;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  const float mean = sum / count, variance = squares / count - mean * mean;
  std::size_t crossings = 0;
  for (std::size_t i = 1; i < window_samples; ++i) crossings += (window[i - 1] < mean) != (window[i] < mean);
  features[0] = mean;
  features[1] = variance > 0 ? tanda::root(variance) : 0;  // rounding can make it negative
  features[2] = squares / count;
  features[3] = static_cast<float>(crossings) / count;
  features[4] = steps / count;
  features[5] = most - least;
}

}  // namespace edge
