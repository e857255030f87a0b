// The files in a zip archive that lies in memory.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tanda::internal {

struct ZippedFile {
  std::string name;
  std::string_view packed;  ///< into the archive
  unsigned method = 0;      ///< 0 = as it is, 8 = deflate
  std::uint32_t size = 0, crc = 0;
};

/// All files, by the directory at the end. What is wrong comes back as the end of a sentence, "" = nothing.
std::string list_zip(std::string_view archive, std::vector<ZippedFile>& files);

/// The content, in `room` where it has to be unpacked, which its size is known before. False: what comes out
/// is not what was put in, or it was packed in a way that is not read.
bool unzip(const ZippedFile& file, std::string& room, std::string_view& content);

/// Whether an archive begins here whose first file has such a name.
bool begins_zip(std::string_view head, std::string_view ending);

}  // namespace tanda::internal
