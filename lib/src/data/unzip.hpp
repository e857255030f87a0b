// Reads the files of a zip archive in memory.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tanda::internal {

struct ZippedFile {
  std::string name;
  std::string_view packed;  ///< points into the archive
  unsigned method = 0;      ///< 0 = stored, 8 = deflate
  std::uint32_t size = 0, crc = 0;
};

/// Lists all files, from the directory at the end. Returns the error as the end of a sentence, "" = none.
std::string list_zip(std::string_view archive, std::vector<ZippedFile>& files);

/// Gives the content of a file, in `room` if it must be unpacked. False if the checksum or the size is wrong,
/// or the packing method is not supported.
bool unzip(const ZippedFile& file, std::string& room, std::string_view& content);

/// Whether `head` is the start of an archive whose first file has a name with this ending.
bool begins_zip(std::string_view head, std::string_view ending);

}  // namespace tanda::internal
