// The time, to measure with.
#pragma once

namespace tanda::internal {

/// Seconds since some moment in the past; never fewer than before.
double seconds_now();

}  // namespace tanda::internal
