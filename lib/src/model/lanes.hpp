// Sixteen things side by side. Sums run over features one after the other, as in the plain loops of
// ModelView, and only different samples (or reference points) share an instruction: a sample gives the same
// numbers alone and in a batch of any size, which a general matrix product does not promise.
#pragma once

#include "tanda/core/types.hpp"

namespace tanda {

inline constexpr Index lanes = 16;

template <class S>
using Lanes = Eigen::Array<S, lanes, 1>;
/// Column j holds feature j of sixteen samples.
template <class S>
using LanePanel = Eigen::Array<S, lanes, Eigen::Dynamic>;

}  // namespace tanda
