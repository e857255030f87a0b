// The file of collected statistics: a head, names as JSON, and numbers. Little-endian, with a checksum over
// the whole file.
#pragma once

#include <string>

#include "data/running_statistics.hpp"

namespace tanda::internal {

/// The first bytes of the file.
inline constexpr unsigned char statistics_magic[8] = {'t', 's', 't', 'a', 't', '\r', '\n', 0x1a};

std::string encode_statistics(const RunningStatistics& statistics);
/// Reads statistics; safe for any bytes.
Result<RunningStatistics> decode_statistics(const void* bytes, std::size_t size);

}  // namespace tanda::internal
