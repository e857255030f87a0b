// What deflate has packed (RFC 1951), as it is in zip files.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tanda::internal {

/// Unpacks all of `packed`, which has to give `size` bytes. False when it is damaged or gives another number
/// of bytes; `out` grows with what is there, so that a wrong size takes no memory.
bool inflate_all(std::string_view packed, std::uint64_t size, std::string& out);

}  // namespace tanda::internal
