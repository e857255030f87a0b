// A bump allocator on the caller's bytes: no heap, and the size needed can be measured first. Freestanding:
// firmware includes this file.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tanda::device {

/// Blocks are taken one after the other and returned together. An arena without memory measures: `wanted` is
/// the sum of the requests.
class Arena {
 public:
  static constexpr std::size_t alignment = 8;

  Arena() = default;
  Arena(void* memory, std::size_t size) {
    const std::size_t skipped = std::size_t(-reinterpret_cast<std::uintptr_t>(memory)) % alignment;
    if (!memory || size < skipped) return;
    begin_ = static_cast<unsigned char*>(memory) + skipped;
    size_ = size - skipped;
  }

  /// Memory for `count` of T, not initialised; null when it does not fit.
  template <class T>
  T* take(std::size_t count) {
    static_assert(alignof(T) <= alignment, "blocks are aligned to eight bytes");
    const std::size_t at = wanted_;
    // What does not fit in a size_t does not fit anywhere.
    const std::size_t bytes = count > most / sizeof(T) ? most : count * sizeof(T);
    wanted_ = bytes > most - wanted_ ? most : wanted_ + (bytes + alignment - 1) / alignment * alignment;
    if (wanted_ > most) wanted_ = most;
    return fits() ? reinterpret_cast<T*>(begin_ + at) : nullptr;
  }

  /// Whether all requests fitted.
  bool fits() const { return wanted_ <= size_; }
  std::size_t wanted() const { return wanted_; }
  std::size_t size() const { return size_; }

  /// Returns everything taken since `wanted` was `mark`.
  void rewind(std::size_t mark) { wanted_ = mark; }

 private:
  static constexpr std::size_t most = std::size_t(-1) / 4;
  unsigned char* begin_ = nullptr;
  std::size_t size_ = 0, wanted_ = 0;
};

/// Rewinds the arena in its destructor, so that a fit leaves it as it was.
class Borrowed {
 public:
  explicit Borrowed(Arena& arena) : arena_(arena), mark_(arena.wanted()) {}
  ~Borrowed() { arena_.rewind(mark_); }
  Borrowed(const Borrowed&) = delete;
  Borrowed& operator=(const Borrowed&) = delete;

 private:
  Arena& arena_;
  std::size_t mark_;
};

}  // namespace tanda::device
