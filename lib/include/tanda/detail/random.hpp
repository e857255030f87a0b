// The only source of randomness: xoshiro256** seeded by SplitMix64. The same seed gives the same numbers
// on every target; the standard library's distributions and Eigen's Random do not.
#pragma once

#include <cstdint>
#include <utility>

namespace tanda {

class Random {
 public:
  explicit Random(std::uint64_t seed) {
    for (std::uint64_t& word : state_) {
      seed += 0x9e3779b97f4a7c15u;
      std::uint64_t z = seed;
      z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
      z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
      word = z ^ (z >> 31);
    }
  }

  std::uint64_t next() {
    const std::uint64_t result = rotate(state_[1] * 5, 7) * 9;
    const std::uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = rotate(state_[3], 45);
    return result;
  }

  /// In [0, 1), 53 bits.
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

  /// In 0..bound-1 without bias: draws below the largest multiple of `bound` are accepted, others repeated.
  std::uint64_t below(std::uint64_t bound) {
    const std::uint64_t reject_from = ~std::uint64_t{0} - ~std::uint64_t{0} % bound;
    std::uint64_t draw = next();
    while (draw >= reject_from) draw = next();
    return draw % bound;
  }

  /// Shuffles by Fisher–Yates.
  template <class Sequence>
  void shuffle(Sequence& items) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
  }

 private:
  static std::uint64_t rotate(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }
  std::uint64_t state_[4];
};

}  // namespace tanda
