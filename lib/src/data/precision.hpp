// Notes on digits that floats cannot hold, for front ends that can read doubles and for those that cannot.
#pragma once

#include "base/types.hpp"

namespace tanda::internal {

inline constexpr const char* keep_digits =
    double_samples ? "use {scalar=double}" : "subtract what all values have in common first";
inline constexpr const char* subtract_first =
    double_samples ? "subtract a constant first, or use {scalar=double}" : "subtract a constant first";

}  // namespace tanda::internal
