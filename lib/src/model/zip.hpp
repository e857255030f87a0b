// Writes a zip archive of stored files, without compression and times, so that the same contents give the
// same bytes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "checksum.hpp"

namespace tanda::internal {

class Zip {
 public:
  /// Size limit, because offsets and sizes are 32-bit numbers.
  static constexpr std::uint64_t most_bytes = 0xffffffff;

  /// Adds a file whose content is given in two pieces. All files together may have at most `most_bytes`.
  void add(const std::string& name, std::string_view head, std::string_view content) {
    const std::size_t at = files_.size() + 30 + name.size();  // a file's header has 30 bytes and its name
    const std::size_t size = head.size() + content.size();
    files_.resize(at);
    append(head);
    append(content);
    const std::uint32_t crc = crc32_of_many(files_.data() + at, size);
    const std::string entry = fields(crc, size, name.size());
    put(directory_, 0x02014b50, 4);
    put(directory_, version, 2);
    directory_ += entry;
    put(directory_, 0, 2);  // comment
    put(directory_, 0, 2);  // disk
    put(directory_, 0, 2);  // attributes
    put(directory_, 0, 4);
    put(directory_, at - 30 - name.size(), 4);
    directory_ += name;
    std::string header;
    put(header, 0x04034b50, 4);
    (header += entry) += name;
    std::copy(header.begin(), header.end(), files_.end() - std::ptrdiff_t(size + header.size()));
    ++count_;
  }

  std::vector<std::uint8_t> finish() && {
    std::string end;
    put(end, 0x06054b50, 4);
    put(end, 0, 4);  // disks
    put(end, count_, 2);
    put(end, count_, 2);
    put(end, directory_.size(), 4);
    put(end, files_.size(), 4);
    put(end, 0, 2);  // comment
    append(directory_);
    append(end);
    return std::move(files_);
  }

 private:
  static constexpr std::uint64_t version = 20, first_of_1980 = 1 << 5 | 1;

  void append(std::string_view bytes) { files_.insert(files_.end(), bytes.begin(), bytes.end()); }
  static void put(std::string& out, std::uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i));
  }
  /// The fields that a file's header and its entry in the directory share.
  static std::string fields(std::uint32_t crc, std::uint64_t size, std::uint64_t name) {
    std::string out;
    put(out, version, 2);
    put(out, 0, 2);  // flags
    put(out, 0, 2);  // stored
    put(out, 0, 2);  // time
    put(out, first_of_1980, 2);
    put(out, crc, 4);
    put(out, size, 4);  // compressed
    put(out, size, 4);
    put(out, name, 2);
    put(out, 0, 2);  // extra field
    return out;
  }

  std::vector<std::uint8_t> files_;
  std::string directory_;
  std::uint64_t count_ = 0;
};

}  // namespace tanda::internal
