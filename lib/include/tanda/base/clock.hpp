// The time, to measure with.
#pragma once

namespace tanda {

/// Seconds since some moment in the past; never fewer than before.
double seconds_now();

}  // namespace tanda
