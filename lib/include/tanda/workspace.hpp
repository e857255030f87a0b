// Where a computation's memory comes from: a stack of bytes in one piece, or nowhere, to see how much it
// takes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tanda/detail/api.h"

namespace tanda {

namespace internal {
class MemoryBlock;
}

/// The memory of a fit. What is taken from it is given back when its owner, a matrix, say, goes;
/// what lies below something that is still held becomes free with it. So a stage makes its result first and
/// its scratch after it.
///
/// A counting workspace gives no memory, only takes note: a fit on it runs through the same calls and skips
/// the arithmetic. Its peak is what the fit needs, so there is no forecast beside the code. Smaller blocks in
/// the same order never need more, so a bound for what depends on the data is a bound for the whole.
///
/// One thread takes and gives back. Others work in what it has taken for them. \code
///   alignas(tanda::Workspace::alignment) static unsigned char memory[1 << 16];
///   tanda::Workspace workspace(memory, sizeof memory);
///   how.workspace = &workspace;
///   const auto model = tanda::fit(*table, "lda", {}, how);  // allocates its model and little else
/// \endcode
class TANDA_API Workspace {
 public:
  /// Of every block, and of the caller's memory.
  static constexpr std::size_t alignment = 64;

  /// On the heap, every block by itself.
  Workspace() = default;
  /// In this memory, aligned as `alignment` says. A fit that finds no room there fails with
  /// Code::memory_limit, or takes the rest from the heap if it may `overflow`.
  Workspace(void* memory, std::uint64_t size, bool overflow = false)
      : kind_(Kind::stack), overflow_(overflow), base_(static_cast<unsigned char*>(memory)), size_(size) {}
  /// Counts. Without the factors of sparse systems, if so wanted: how far these fill in is known only later.
  static Workspace counting(bool factors = true) {
    Workspace result;
    result.kind_ = Kind::counting;
    result.factors_ = factors;
    return result;
  }
  /// Whether the caller's memory begins where it has to.
  bool is_aligned() const { return reinterpret_cast<std::uintptr_t>(base_) % alignment == 0; }
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;
  /// Before anything was taken.
  Workspace(Workspace&& other) noexcept = default;
  ~Workspace() = default;

  /// Whether it only counts.
  bool measuring() const { return kind_ == Kind::counting; }
  /// Does this workspace count factors of sparse systems? If not, these are not to be taken. It takes note
  /// that somebody asked: see `factors_asked_for`.
  bool ask_for_factors() const {
    asked_ = true;
    return factors_;
  }
  /// Did anybody? If not, there are none.
  bool factors_asked_for() const { return asked_; }

  /// In 64 bits: a small machine, too, can count what a large one would need.
  std::uint64_t used() const { return used_; }
  /// The most of it, with what a stack took from the heap.
  std::uint64_t peak() const { return peak_; }
  /// The most from now on.
  void reset_peak() { peak_ = used_ + outside_; }
  /// Bytes that are left of a stack.
  std::uint64_t room() const { return size_ - used_; }

  /// A library takes so many bytes from the heap for a moment, beside the workspace.
  void library_takes(std::uint64_t bytes) { library_ = bytes > library_ ? bytes : library_; }
  /// The most of these.
  std::uint64_t library_peak() const { return library_; }

 private:
  friend class internal::MemoryBlock;
  enum class Kind : unsigned char { heap, stack, counting };
  struct Place {
    std::uint64_t begin, end;
  };
  /// A place that is free but not on top keeps where the next such one below it is, in its own memory.
  struct Hole {
    std::uint64_t end, next;
  };
  static constexpr std::uint64_t nowhere = ~std::uint64_t{0};
  /// More than there can be, and as far as a count goes.
  static constexpr std::uint64_t absurd = nowhere / 2;

  static std::uint64_t rounded(std::uint64_t bytes) {
    return bytes >= absurd ? absurd : (bytes + alignment - 1) / alignment * alignment;
  }
  /// Where the block begins; its memory in `data`. Without room std::bad_alloc, which no public function lets
  /// out.
  std::uint64_t take(std::uint64_t bytes, void*& data);
  void give_back(std::uint64_t at, std::uint64_t bytes, void* data) noexcept;
  Hole& hole(std::uint64_t at) { return *reinterpret_cast<Hole*>(base_ + at); }

  Kind kind_ = Kind::heap;
  bool overflow_ = true, factors_ = true;
  mutable bool asked_ = false;
  unsigned char* base_ = nullptr;
  std::uint64_t size_ = 0, used_ = 0, peak_ = 0, library_ = 0;
  std::uint64_t outside_ = 0;  ///< what a stack has from the heap
  std::uint64_t highest_hole_ = nowhere;
  std::vector<Place> holes_;  ///< of a counting one, by place
  std::size_t counted_ = 0;   ///< blocks that are held of it
};

/// Whether there is one that only counts.
inline bool measuring(const Workspace* w) {
  return w && w->measuring();
}

}  // namespace tanda
