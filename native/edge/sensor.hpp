// A simulated accelerometer on a machine that stands still, runs, or runs with a worn bearing. The same seed
// gives the same samples on every target, because no library function is used.
#pragma once

#include <cstdint>

#include "features.hpp"

namespace edge {

inline constexpr int state_count = 3;
inline constexpr const char* state_names[state_count] = {"still", "turning", "worn"};

class Sensor {
 public:
  explicit Sensor(std::uint32_t seed) : state_(seed * 2654435761u + 1) {}

  void read(int state, float (&window)[window_samples]) {
    const float strength = state == 0 ? 0 : 0.7f + 0.6f * uniform();  // machines differ
    const float turn = 0.045f + 0.01f * uniform(), rattle = state == 2 ? 0.4f + 0.3f * uniform() : 0;
    float phase = uniform();
    for (std::size_t i = 0; i < window_samples; ++i) {
      phase += turn;
      if (phase >= 1) phase -= 1;
      const bool knock = phase < turn;  // once a turn
      window[i] = 1 + strength * wave(phase) + (knock ? rattle * 2 : rattle * noise()) + 0.1f * noise();
    }
  }

 private:
  /// A parabola for each half turn: within 6 % of a sine.
  static float wave(float phase) {
    const float x = phase < 0.5f ? phase : phase - 0.5f, height = 16 * x * (0.5f - x);
    return phase < 0.5f ? height : -height;
  }
  /// Xorshift.
  float uniform() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 17;
    state_ ^= state_ << 5;
    return static_cast<float>(state_ >> 8) * 0x1p-24f;
  }
  float noise() { return uniform() + uniform() - 1; }

  std::uint32_t state_;
};

}  // namespace edge
