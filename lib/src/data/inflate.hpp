// Decompression of deflate streams (RFC 1951), as in zip files.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tanda::internal {

/// Unpacks all of `packed`, which must give `size` bytes. False if it is damaged or gives another number of
/// bytes. `out` grows with the unpacked data, so a wrong `size` does not allocate memory.
bool inflate_all(std::string_view packed, std::uint64_t size, std::string& out);

}  // namespace tanda::internal
