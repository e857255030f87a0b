// Counts the bytes that live on the heap, and their peak, by standing between the program and malloc.
// Linking `tanda_memory_meter` is enough; where it cannot work (not glibc, sanitizers, static programs) it
// says so. Tests can let allocations fail.
#pragma once

#include <cstddef>

namespace meter {

bool available();
/// Usable bytes of all blocks that are allocated now.
std::size_t live();
/// The most that was live at once since the start or the last `reset_peak`.
std::size_t peak();
void reset_peak();

/// Allocations so far.
std::size_t allocations();
/// Lets the allocation of that number (counted as above) fail, and all after it if so wanted.
void fail_at(std::size_t allocation, bool and_ever_after);
void never_fail();

}  // namespace meter
