// Sixteen things side by side. Sums run over features one after the other, as in the plain loops of
// ModelView, and only different samples (or reference points) share an instruction: a sample gives the same
// numbers alone and in a batch of any size, which a general matrix product does not promise.
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
/// The lower ones of numbers.
template <class S>
Lanes<S> lower_lanes(const Lanes<S>& a, const Lanes<S>& b) {
  return a.min(b);
}
template <class S>
S lowest_lane(const Lanes<S>& values) {
  return values.minCoeff();
}

}  // namespace tanda::internal
