#include "data/unzip.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "data/inflate.hpp"
#include "tanda/detail/format.hpp"

namespace tanda::internal {
namespace {

constexpr std::string_view local_mark{"PK\x03\x04", 4}, entry_mark{"PK\x01\x02", 4},
    end_mark{"PK\x05\x06", 4};
constexpr std::size_t local_size = 30, entry_size = 46, end_size = 22, longest_comment = 65535;
/// Deflate produces at most 258 bytes from two bits.
constexpr std::uint64_t most_inflation = 1032;

std::uint32_t word(std::string_view bytes, std::size_t at, std::size_t size) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < size; ++i)
    value |= std::uint32_t(static_cast<unsigned char>(bytes[at + i])) << (8 * i);
  return value;
}

/// The record at the end of an archive; a comment may follow it.
std::string_view end_record(std::string_view archive) {
  const std::size_t least =
      archive.size() < end_size + longest_comment ? 0 : archive.size() - end_size - longest_comment;
  for (std::size_t at = archive.size() < end_size ? 0 : archive.size() - end_size + 1; at-- > least;)
    if (archive.substr(at, 4) == end_mark) return archive.substr(at);
  return {};
}

/// Finds the bytes of a file, which follow its local header.
bool find_packed(std::string_view archive, std::uint32_t at, std::uint32_t size, std::string_view& packed) {
  if (archive.size() < local_size || at > archive.size() - local_size) return false;
  const std::string_view local = archive.substr(at);
  if (local.substr(0, 4) != local_mark) return false;
  const std::size_t begin = local_size + word(local, 26, 2) + word(local, 28, 2);
  if (begin > local.size() || size > local.size() - begin) return false;
  packed = local.substr(begin, size);
  return true;
}

}  // namespace

std::string list_zip(std::string_view archive, std::vector<ZippedFile>& files) {
  files.clear();
  if (archive.substr(0, 2) != "PK") return "is no zip archive";
  const std::string_view end = end_record(archive);
  if (end.empty()) return "is cut off: its end is missing";
  const std::uint32_t count = word(end, 10, 2), size = word(end, 12, 4), start = word(end, 16, 4);
  if (count == 0xffff || size == 0xffffffffu || start == 0xffffffffu)
    return "has more than 4 GB, or too many arrays";
  if (start > archive.size() || size > archive.size() - start)
    return "is damaged: its directory is not there";
  std::string_view directory = archive.substr(start, size);
  for (std::uint32_t i = 0; i < count; ++i) {
    if (directory.size() < entry_size || directory.substr(0, 4) != entry_mark)
      return "is damaged: its directory ends too early";
    const std::size_t name = word(directory, 28, 2),
                      length = entry_size + name + word(directory, 30, 2) + word(directory, 32, 2);
    if (directory.size() < length) return "is damaged: its directory ends too early";
    ZippedFile file;
    file.name = std::string(directory.substr(entry_size, name));
    file.method = word(directory, 10, 2);
    file.crc = word(directory, 16, 4);
    file.size = word(directory, 24, 4);
    const std::uint32_t packed = word(directory, 20, 4);
    if (word(directory, 8, 2) & 1) return "is encrypted";
    if (packed == 0xffffffffu || file.size == 0xffffffffu) return "has more than 4 GB, or too many arrays";
    if (!find_packed(archive, word(directory, 42, 4), packed, file.packed))
      return "is damaged: a file in it is not where it should be";
    files.push_back(std::move(file));
    directory.remove_prefix(length);
  }
  return "";
}

bool unzip(const ZippedFile& file, std::string& room, std::string_view& content) {
  if (file.method == 0) {
    content = file.packed;
  } else {
    if (file.method != 8 || file.size / most_inflation > file.packed.size()) return false;
    if (!inflate_all(file.packed, file.size, room)) return false;
    content = room;
  }
  return content.size() == file.size && crc32(content.data(), content.size()) == file.crc;
}

bool begins_zip(std::string_view head, std::string_view ending) {
  if (head.size() < local_size || head.substr(0, 4) != local_mark) return false;
  const std::string_view name =
      head.substr(local_size, std::min<std::size_t>(word(head, 26, 2), head.size() - local_size));
  return name.size() >= ending.size() && name.substr(name.size() - ending.size()) == ending;
}

}  // namespace tanda::internal
