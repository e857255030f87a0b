// A clock that counts instructions: with -icount shift=0, qemu takes one nanosecond for each, and SysTick
// counts at 25 MHz.
#pragma once

#include <cstdint>

class InstructionClock {
 public:
  InstructionClock() {
    systick_[1] = most;  // reload
    systick_[2] = 0;     // now
    systick_[0] = 5;     // the processor's clock, on
  }
  /// How many instructions `body` took, rounded to 40; at most 671 million.
  template <class Body>
  std::uint32_t count(Body body) const {
    const std::uint32_t before = systick_[2];
    body();
    return ((before - systick_[2]) & most) * nanoseconds_per_tick;  // it counts down
  }

 private:
  static constexpr std::uint32_t most = 0xffffff, nanoseconds_per_tick = 40;
  volatile std::uint32_t* const systick_ = reinterpret_cast<std::uint32_t*>(0xe000e010);
};
