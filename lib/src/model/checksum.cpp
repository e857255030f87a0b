#include "checksum.hpp"

#include "tanda/detail/format.hpp"

namespace tanda::internal {

std::uint32_t crc32_of_many(const void* bytes, std::size_t size) {
  // after[k][b]: the checksum's contribution of byte b once k more bytes have been processed.
  std::uint32_t after[4][256];
  for (std::uint32_t b = 0; b < 256; ++b) {
    const std::uint32_t half = (b >> 4) ^ detail::crc_table.entry[b & 15];
    after[0][b] = (half >> 4) ^ detail::crc_table.entry[half & 15];
  }
  for (int k = 1; k < 4; ++k) {
    for (std::uint32_t b = 0; b < 256; ++b) {
      const std::uint32_t before = after[k - 1][b];
      after[k][b] = (before >> 8) ^ after[0][before & 255];
    }
  }
  const unsigned char* p = static_cast<const unsigned char*>(bytes);
  std::uint32_t crc = 0xffffffffu;
  for (; size >= 4; size -= 4, p += 4) {
    crc ^= std::uint32_t(p[0]) | std::uint32_t(p[1]) << 8 | std::uint32_t(p[2]) << 16 |
           std::uint32_t(p[3]) << 24;
    crc =
        after[3][crc & 255] ^ after[2][(crc >> 8) & 255] ^ after[1][(crc >> 16) & 255] ^ after[0][crc >> 24];
  }
  for (; size > 0; --size, ++p) crc = (crc >> 8) ^ after[0][(crc ^ *p) & 255];
  return ~crc;
}

}  // namespace tanda::internal
