// Sixteen values computed at once, as in ../eigen/lanes.hpp, by the compiler's vector extensions.
#pragma once

#include <algorithm>
#include <cstring>

#include "vectors.hpp"

namespace tanda::internal {

inline constexpr Index lanes = 16;

template <class S>
struct LanesOf {
  typedef S type __attribute__((vector_size(lanes * sizeof(S))));
};
template <class S>
using Lanes = typename LanesOf<S>::type;

template <class S>
[[gnu::always_inline]] inline Lanes<S> same_lanes(S value) {
  return value - Lanes<S>{};
}
template <class S>
[[gnu::always_inline]] inline Lanes<S> load_lanes(const S* from) {
  Lanes<S> values;
  std::memcpy(&values, from, sizeof values);
  return values;
}
template <class S>
[[gnu::always_inline]] inline void store_lanes(S* to, const Lanes<S>& values) {
  std::memcpy(to, &values, sizeof values);
}
template <class S>
[[gnu::always_inline]] inline Lanes<S> lower_lanes(const Lanes<S>& a, const Lanes<S>& b) {
  return b < a ? b : a;
}
/// First the minimum of whole registers, then of the numbers within the resulting one.
template <class S>
[[gnu::always_inline]] inline S lowest_lane(const Lanes<S>& values) {
  using Register = compact::Packet<S>;
  Register parts[sizeof values / sizeof(Register)];
  std::memcpy(parts, &values, sizeof values);
  Register low = parts[0];
  for (const Register part : parts) low = part < low ? part : low;
  S numbers[compact::lanes<S>];  // a register may be a plain number, which has no entries
  std::memcpy(numbers, &low, sizeof numbers);
  return *std::min_element(numbers, numbers + compact::lanes<S>);
}

}  // namespace tanda::internal
