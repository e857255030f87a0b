// The layout of a model file: the single source of docs/MODEL_FILE.md. Freestanding: firmware includes this
// file.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tanda {

#if defined(__BYTE_ORDER__)
static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "model files are little-endian and read in place");
#endif

/// Contains CR LF and Ctrl-Z, so that text-mode copies and 7-bit channels damage it detectably.
inline constexpr unsigned char file_magic[8] = {'t', 'a', 'n', 'd', 'a', '\r', '\n', 0x1a};
inline constexpr std::uint32_t file_version = 1;
inline constexpr std::uint32_t section_alignment = 16;
/// The largest number of features, outputs, references, classes, ...: the sum of three products of two counts
/// stays below 2^64.
inline constexpr std::uint32_t max_count = 0x7fffffff;

enum FileFlags : std::uint32_t { flag_unit_length = 1, flag_double_map = 2, known_flags = 3 };

struct FileHeader {
  unsigned char magic[8];
  std::uint32_t version;
  std::uint32_t crc;         ///< CRC-32 (zlib's) of all bytes after this field
  std::uint64_t bytes;       ///< of the whole file
  std::uint32_t flags;       ///< FileFlags
  std::uint32_t rule;        ///< Rule
  std::uint32_t inputs;      ///< d ≥ 1
  std::uint32_t outputs;     ///< r ≥ 1
  std::uint32_t references;  ///< m
  std::uint32_t classes;     ///< C
  std::uint32_t neighbors;   ///< k ≥ 1 with Rule::neighbors
  std::uint32_t block;       ///< columns per class with Rule::membership: block · C = r
  std::uint32_t sections;    ///< entries of the table that follows
  std::uint32_t map;         ///< Map
};
static_assert(sizeof(FileHeader) == 64, "the header is 64 bytes on every target");

inline constexpr std::size_t crc_begin = offsetof(FileHeader, bytes);

struct FileSection {
  std::uint32_t kind;      ///< Section; readers pass over kinds they do not know
  std::uint32_t reserved;  ///< 0
  std::uint64_t
      offset;  ///< from the start of the file, a multiple of 16, not before the end of the one before
  std::uint64_t bytes;
};
static_assert(sizeof(FileSection) == 24, "a table entry is 24 bytes on every target");

enum class Section : unsigned char {
  projection = 1,     ///< float32, r×d, row after row; with Map::linear
  offset = 2,         ///< float32, r; with Map::linear
  mean = 3,           ///< float32, d
  references = 4,     ///< float32, m points of r, point after point; absent when m = 0
  labels = 5,         ///< uint32, m class numbers < C (of an embedding also no_label); absent when m = 0, and
                      ///< when an embedding has no labels
  class_names = 6,    ///< names, C of them; absent when C = 0
  feature_names = 7,  ///< names, d of them; optional
  record = 8,         ///< JSON object, UTF-8, how the model was made; optional
  double_map = 9,  ///< float64: those of map_sections that are present, in this order; with flag_double_map
  kernel = 10,     ///< FileKernel; this and the next four with Map::kernel
  factor = 11,     ///< float32, d
  basis = 12,      ///< float32, p vectors of d, vector after vector; absent = identity, p = d
  points = 13,     ///< float32, q points of p, point after point
  coefficients = 14,  ///< float32, r×q, row after row
  range = 15,         ///< float32, d, each ≥ 0; optional, with any map
};
inline constexpr std::uint32_t section_kinds = 15;
/// The sections of a kernel map: from `kernel` to `coefficients`.
inline constexpr std::uint32_t first_kernel_section = static_cast<std::uint32_t>(Section::kernel),
                               last_kernel_section = static_cast<std::uint32_t>(Section::coefficients);
inline constexpr Section map_sections[] = {Section::projection,  Section::offset, Section::mean,
                                           Section::factor,      Section::basis,  Section::points,
                                           Section::coefficients};
inline constexpr std::uint32_t no_label = 0xffffffff;
/// A member of the record and its value: with Rule::neighbors in the header, it marks the points as class
/// means.
inline constexpr char record_classifier[] = "\"classifier\"", record_mean[] = "\"mean\"";

struct FileKernel {
  std::uint32_t kind;    ///< which kernel: docs/MODEL_FILE.md lists their numbers
  std::uint32_t degree;  ///< at most 2^31 − 1
  std::uint32_t dims;    ///< p ≥ 1
  std::uint32_t points;  ///< q ≥ 1
  double width;          ///< finite; positive where the kernel has one
  double offset;         ///< finite
};
static_assert(sizeof(FileKernel) == 32, "the kernel's parameters are 32 bytes on every target");

/// Names are count + 1 uint32 offsets into the text after them, then the text: each name ends with a zero
/// byte, name i is the text from offset i to offset i + 1.

namespace detail {
struct CrcTable {
  std::uint32_t entry[16];
};
/// A table for half bytes: takes 64 bytes of flash, and is fast enough.
constexpr CrcTable make_crc_table() {
  CrcTable table{};
  for (std::uint32_t i = 0; i < 16; ++i) {
    std::uint32_t crc = i;
    for (int bit = 0; bit < 4; ++bit) crc = (crc >> 1) ^ ((crc & 1) ? 0xedb88320u : 0u);
    table.entry[i] = crc;
  }
  return table;
}
inline constexpr CrcTable crc_table = make_crc_table();
}  // namespace detail

inline std::uint32_t crc32(const void* bytes, std::size_t size) {
  const unsigned char* p = static_cast<const unsigned char*>(bytes);
  std::uint32_t crc = 0xffffffffu;
  for (std::size_t i = 0; i < size; ++i) {
    crc ^= p[i];
    crc = (crc >> 4) ^ detail::crc_table.entry[crc & 15];
    crc = (crc >> 4) ^ detail::crc_table.entry[crc & 15];
  }
  return ~crc;
}

}  // namespace tanda
