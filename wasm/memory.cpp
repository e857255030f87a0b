// Memory that runs out, without exceptions: their tables and landing pads would be a tenth of the module.
// Where one would be thrown, the C library ends the program, which the host does by throwing an error of its
// own past all frames; what they had allocated is found here.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "tanda/base/code.hpp"

namespace {

/// Stands before each piece of memory. All pieces of a request are a ring; so are those of earlier ones,
/// which no longer needs a beginning.
struct Piece {
  Piece* before;
  Piece* after;
};

Piece request{&request, &request};
std::uintptr_t stack;

void leave_ring(Piece& piece) {
  piece.before->after = piece.after;
  piece.after->before = piece.before;
}

}  // namespace

extern "C" {

void* emscripten_builtin_malloc(std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
void emscripten_builtin_free(void* memory);
std::uintptr_t stackSave();
void stackRestore(std::uintptr_t to);

void* malloc(std::size_t size) {
  if (size > PTRDIFF_MAX - sizeof(Piece)) return nullptr;
  auto* piece = static_cast<Piece*>(emscripten_builtin_malloc(size + sizeof(Piece)));
  if (!piece) return nullptr;
  *piece = {&request, request.after};
  request.after->before = piece;
  request.after = piece;
  return piece + 1;
}

void* calloc(std::size_t count, std::size_t size) {
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes)) return nullptr;
  void* memory = malloc(bytes);
  return memory ? std::memset(memory, 0, bytes) : nullptr;
}

void* realloc(void* memory, std::size_t size) {
  if (!memory) return malloc(size);
  if (size > PTRDIFF_MAX - sizeof(Piece)) return nullptr;
  auto* piece = static_cast<Piece*>(__libc_realloc(static_cast<Piece*>(memory) - 1, size + sizeof(Piece)));
  if (!piece) return nullptr;
  piece->before->after = piece->after->before = piece;
  return piece + 1;
}

void free(void* memory) {
  if (!memory) return;
  Piece* piece = static_cast<Piece*>(memory) - 1;
  leave_ring(*piece);
  emscripten_builtin_free(piece);
}

// In programs that are to be small, the C library's ones go byte by byte.
void* memmove(void* memory, const void* source, std::size_t size) {
  auto* to = static_cast<unsigned char*>(memory);
  const auto* from = static_cast<const unsigned char*>(source);
  const auto copy_eight = [&](std::size_t at) {
    std::uint64_t eight;
    __builtin_memcpy(&eight, from + at, 8);
    __builtin_memcpy(to + at, &eight, 8);
  };
  // Forwards, unless that writes over what is to be read.
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

/// A request begins: what is allocated from now on is its own.
void tanda_wasm_begin() {
  leave_ring(request);
  request = {&request, &request};
  stack = stackSave();
}

/// The request that began last was left by an error of the host: as if it had not been. Gives the status
/// that says so.
int32_t tanda_wasm_undo() {
  stackRestore(stack);
  while (request.after != &request) free(request.after + 1);
  return static_cast<int32_t>(tanda::Code::out_of_memory);
}

}  // extern "C"
