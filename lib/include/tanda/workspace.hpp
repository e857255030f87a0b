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

/// The memory of a fit, which takes blocks from it and gives them back, the last one first. To fit in memory
/// of your own, make one of it and put it into FitOptions::workspace; `plan` says how many bytes that takes.
/// All else here is for the library itself.
///
/// A block goes back when its owner (a matrix, say) goes; one that lies below others is free
/// again when those are. So a stage makes its result first and its scratch after it.
///
/// A counting workspace gives no memory and adds up what is asked for: a fit on it goes through the same
/// calls and skips the arithmetic, and its peak is what the fit needs. Smaller blocks in the same order never
/// need more, so a bound for what depends on the data is a bound for the whole.
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
  /// In memory of the caller's. A fit that finds no room in it ends with Code::memory_limit.
  /// @param memory begins at a multiple of `alignment`, and stays while this is used
  /// @param size its bytes
  /// @param overflow take from the heap what finds no room
  Workspace(void* memory, std::uint64_t size, bool overflow = false)
      : kind_(Kind::stack), overflow_(overflow), base_(static_cast<unsigned char*>(memory)), size_(size) {}
  /// One that only counts.
  /// @param factors whether factors of sparse matrices count, too: how large these are is known only when the
  /// data are, and a bound is far above it
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
  /// Only before anything was taken from it.
  /// @param other the one to move
  Workspace(Workspace&& other) noexcept = default;
  ~Workspace() = default;

  /// Whether it only counts.
  bool measuring() const { return kind_ == Kind::counting; }
  /// Called where a factor of a sparse matrix would be taken. False: this workspace is not to count it, and
  /// it must not be taken. From then on `factors_asked_for` is true.
  bool ask_for_factors() const {
    asked_ = true;
    return factors_;
  }
  /// Whether a fit on this workspace came to a factor of a sparse matrix. If not, its peak is all it needs.
  bool factors_asked_for() const { return asked_; }

  /// Bytes that are taken now. (In 64 bits: a small machine can count what a large one would need.)
  std::uint64_t used() const { return used_; }
  /// The most bytes that were taken at a time, with what a stack took from the heap.
  std::uint64_t peak() const { return peak_; }
  /// Makes `peak` the most from now on.
  void reset_peak() { peak_ = used_ + outside_; }
  /// Bytes of the caller's memory that are not taken.
  std::uint64_t room() const { return size_ - used_; }

  /// Called before a library, Eigen say, takes bytes from the heap for a moment: they are no part of this
  /// workspace, but of what a fit needs (Plan::bytes).
  /// @param bytes how many
  void library_takes(std::uint64_t bytes) { library_ = bytes > library_ ? bytes : library_; }
  /// The most bytes that `library_takes` was told of in one call.
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

/// Whether `w` only counts, so that arithmetic is to be skipped.
/// @param w null = memory is from the heap
inline bool measuring(const Workspace* w) {
  return w && w->measuring();
}

}  // namespace tanda
