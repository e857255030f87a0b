// Reads .npz files for the tests: a zip of stored files, each an .npy array.
#pragma once

#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "tanda/detail/format.hpp"

namespace npz {

struct Array {
  std::string type;  ///< numpy's name of the type, such as <f4
  std::vector<std::size_t> shape;
  std::string bytes;

  template <class T>
  std::vector<T> values() const {
    std::vector<T> result(bytes.size() / sizeof(T));
    if (!bytes.empty()) std::memcpy(result.data(), bytes.data(), result.size() * sizeof(T));
    return result;
  }
  /// The strings of an array of texts, without the zeros that pad them.
  std::vector<std::u32string> texts() const {
    const std::size_t width = std::stoul(type.substr(2));
    const std::vector<char32_t> all = values<char32_t>();
    std::vector<std::u32string> result;
    for (std::size_t i = 0; i < all.size(); i += width) {
      result.emplace_back(all.begin() + std::ptrdiff_t(i), all.begin() + std::ptrdiff_t(i + width));
      while (!result.back().empty() && result.back().back() == 0) result.back().pop_back();
    }
    return result;
  }
};

struct File {
  bool valid = true;
  std::map<std::string, Array> arrays;
};

class Reader {
 public:
  explicit Reader(const std::vector<std::uint8_t>& bytes) : bytes_(bytes.begin(), bytes.end()) {
    directory();
  }
  File file;

 private:
  void directory() {
    constexpr std::size_t end_size = 22, entry_size = 46;
    if (bytes_.size() < end_size) return fail();
    const std::size_t end = bytes_.size() - end_size;
    std::size_t at = word(end + 16, 4);
    if (word(end, 4) != 0x06054b50 || at + word(end + 12, 4) != end) return fail();
    for (std::size_t left = word(end + 10, 2); left > 0 && file.valid; --left) {
      if (word(at, 4) != 0x02014b50) return fail();
      const std::size_t name = word(at + 28, 2);
      entry(bytes_.substr(at + entry_size, name), word(at + 42, 4), word(at + 16, 4), word(at + 24, 4));
      at += entry_size + name;
    }
    if (at != end) fail();
  }

  void fail() { file.valid = false; }
  std::size_t word(std::size_t at, int size) const {
    std::size_t value = 0;
    for (int i = size; i-- > 0;)
      value =
          value << 8 | (at + std::size_t(i) < bytes_.size() ? (unsigned char)bytes_[at + std::size_t(i)] : 0);
    return value;
  }

  void entry(const std::string& name, std::size_t at, std::size_t crc, std::size_t size) {
    const std::size_t data = at + 30 + word(at + 26, 2) + word(at + 28, 2);
    const bool header = word(at, 4) == 0x04034b50 && word(at + 8, 2) == 0 && word(at + 14, 4) == crc &&
                        word(at + 18, 4) == size && word(at + 22, 4) == size;
    if (!header || data + size > bytes_.size() || bytes_.substr(at + 30, name.size()) != name) return fail();
    const std::string content = bytes_.substr(data, size);
    const std::string ending = name.size() > 4 ? name.substr(name.size() - 4) : "";
    if (tanda::crc32(content.data(), content.size()) != crc || ending != ".npy") return fail();
    array(name.substr(0, name.size() - 4), content);
  }

  void array(const std::string& name, const std::string& content) {
    if (content.compare(0, 8, std::string("\x93NUMPY\x01\x00", 8)) != 0) return fail();
    const std::size_t length = (unsigned char)content[8] + 256u * (unsigned char)content[9];
    const std::string header = content.substr(10, length);
    if ((10 + length) % 64 != 0 || header.back() != '\n') return fail();
    const std::string before = "{'descr': '", middle = "', 'fortran_order': False, 'shape': (";
    const std::size_t split = header.find(middle);
    if (header.compare(0, before.size(), before) != 0 || split == std::string::npos) return fail();
    Array result{header.substr(before.size(), split - before.size()), {}, content.substr(10 + length)};
    std::size_t count = 1;
    for (std::size_t at = split + middle.size(); header[at] != ')'; at = header.find(',', at) + 1) {
      result.shape.push_back(std::stoul(header.substr(at)));
      count *= result.shape.back();
    }
    const std::size_t unit = std::stoul(result.type.substr(2)) * (result.type[1] == 'U' ? 4 : 1);
    if (result.bytes.size() != count * unit || !file.arrays.emplace(name, std::move(result)).second) fail();
  }

  std::string bytes_;
};

inline File read(const std::vector<std::uint8_t>& bytes) {
  return Reader(bytes).file;
}

}  // namespace npz
