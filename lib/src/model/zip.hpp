// A zip archive of stored files: no compression, no times, so that the same contents are the same bytes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "checksum.hpp"

namespace tanda {

class Zip {
 public:
  /// Offsets and sizes are 32-bit numbers.
  static constexpr std::uint64_t most_bytes = 0xffffffff;

  void add(const std::string& name, const std::string& content) {
    const std::uint32_t crc = crc32_of_many(content.data(), content.size());
    std::string entry = fields(crc, content.size(), name.size());
    put(directory_, 0x02014b50, 4);
    put(directory_, version, 2);
    directory_ += entry;
    put(directory_, 0, 2);  // comment
    put(directory_, 0, 2);  // disk
    put(directory_, 0, 2);  // attributes
    put(directory_, 0, 4);
    put(directory_, files_.size(), 4);
    directory_ += name;
    put(files_, 0x04034b50, 4);
    (files_ += entry) += name;
    files_ += content;
    ++count_;
  }

  std::vector<std::uint8_t> finish() const {
    std::string end;
    put(end, 0x06054b50, 4);
    put(end, 0, 4);  // disks
    put(end, count_, 2);
    put(end, count_, 2);
    put(end, directory_.size(), 4);
    put(end, files_.size(), 4);
    put(end, 0, 2);  // comment
    const std::string all = files_ + directory_ + end;
    return {all.begin(), all.end()};
  }
  std::uint64_t size() const { return files_.size() + directory_.size() + 22; }

 private:
  static constexpr std::uint64_t version = 20, first_of_1980 = 1 << 5 | 1;

  static void put(std::string& out, std::uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i));
  }
  /// What a file's own header and its entry in the directory have in common.
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

  std::string files_, directory_;
  std::uint64_t count_ = 0;
};

}  // namespace tanda
