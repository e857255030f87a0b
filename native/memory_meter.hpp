// Counts the bytes on the heap and their peak by replacing malloc. Linking `tanda_memory_meter` is enough;
// `available()` is false where it cannot work (not glibc, sanitizers, static programs). Tests can make
// allocations fail.
#pragma once

#include <cstddef>

namespace meter {

bool available();
/// Usable bytes of all blocks that are allocated now.
std::size_t live();
/// The largest value of `live` since the start or the last `reset_peak`.
std::size_t peak();
void reset_peak();

/// The number of allocations so far.
std::size_t allocations();
/// Makes the allocation with that number (counted as above) fail, and optionally all after it.
void fail_at(std::size_t allocation, bool and_ever_after);
void never_fail();

}  // namespace meter
