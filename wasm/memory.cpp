// memmove and memset by words: in programs compiled for size, those of the C library work byte by byte.
#include <cstddef>
#include <cstdint>

extern "C" {

void* memmove(void* memory, const void* source, std::size_t size) {
  auto* to = static_cast<unsigned char*>(memory);
  const auto* from = static_cast<const unsigned char*>(source);
  const auto copy_eight = [&](std::size_t at) {
    std::uint64_t eight;
    __builtin_memcpy(&eight, from + at, 8);
    __builtin_memcpy(to + at, &eight, 8);
  };
  // Forwards, unless that would overwrite bytes before they are read.
  if (std::uintptr_t(to) - std::uintptr_t(from) >= size) {
    std::size_t at = 0;
    for (; at + 8 <= size; at += 8) copy_eight(at);
    for (; at < size; ++at) to[at] = from[at];
    return memory;
  }
  for (; size >= 8; size -= 8) copy_eight(size - 8);
  for (; size > 0; --size) to[size - 1] = from[size - 1];
  return memory;
}

void* memset(void* memory, int value, std::size_t size) {
  auto* to = static_cast<unsigned char*>(memory);
  const std::uint64_t eight = 0x0101010101010101 * static_cast<unsigned char>(value);
  for (; size >= 16; size -= 16, to += 16) {
    __builtin_memcpy(to, &eight, 8);
    __builtin_memcpy(to + 8, &eight, 8);
  }
  for (; size > 0; --size) *to++ = static_cast<unsigned char>(value);
  return memory;
}

}  // extern "C"
