// A monotonic clock for measuring durations.
#pragma once

namespace tanda::internal {

/// Seconds since a fixed but unspecified moment in the past; never decreases.
double seconds_now();

}  // namespace tanda::internal
