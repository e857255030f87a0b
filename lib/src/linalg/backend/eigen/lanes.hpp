// Sixteen values computed at once, each for another sample (or reference point). Each lane sums over features
// in order, as the plain loops of ModelView do, so a sample gives the same numbers alone and in a batch of
// any size. A general matrix product does not guarantee that.
#pragma once

#include "base/types.hpp"

namespace tanda::internal {

inline constexpr Index lanes = 16;

template <class S>
using Lanes = Eigen::Array<S, lanes, 1>;

template <class S>
Lanes<S> same_lanes(S value) {
  return Lanes<S>::Constant(value);
}
template <class S>
Lanes<S> load_lanes(const S* from) {
  return Eigen::Map<const Lanes<S>>(from);
}
template <class S>
void store_lanes(S* to, const Lanes<S>& values) {
  Eigen::Map<Lanes<S>> target(to);
  target = values;
}
/// The lower value of each lane.
template <class S>
Lanes<S> lower_lanes(const Lanes<S>& a, const Lanes<S>& b) {
  return a.min(b);
}
/// The lowest value of all lanes.
template <class S>
S lowest_lane(const Lanes<S>& values) {
  return values.minCoeff();
}

}  // namespace tanda::internal
