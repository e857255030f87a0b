// Where a computation's memory comes from: the heap, one contiguous block used as a stack, or nowhere, to
// count how much is needed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tanda/detail/api.h"

namespace tanda {

namespace internal {
class MemoryBlock;
}

/// The memory of a fit, which takes blocks from it and returns them, the last one first. To fit in your own
/// memory, construct a Workspace on it and pass it as FitOptions::workspace; `plan` gives the number of
/// bytes. Everything else here is for the library itself.
///
/// A block is returned when its owner (a matrix, say) is destroyed; one that lies below others becomes free
/// when those do. So a stage allocates its result first and its scratch memory after it.
///
/// A counting workspace gives no memory and adds up the requests: a fit on it makes the same calls and skips
/// the arithmetic, and the peak is what the fit needs. Smaller blocks in the same order never need more, so
/// upper bounds for sizes that depend on the data give an upper bound for the fit.
///
/// Only one thread takes and returns blocks. Other threads work in blocks taken for them. \code
///   alignas(tanda::Workspace::alignment) static unsigned char memory[1 << 16];
///   tanda::Workspace workspace(memory, sizeof memory);
///   how.workspace = &workspace;
///   const auto model = tanda::fit(*table, "lda", {}, how);  // allocates the model and little else
/// \endcode
class TANDA_API Workspace {
 public:
  /// Alignment of every block and of the caller's memory, in bytes.
  static constexpr std::size_t alignment = 64;

  /// Every block is allocated on the heap.
  Workspace() = default;
  /// Uses the caller's memory. A fit for which it is too small ends with Code::memory_limit.
  /// @param memory begins at a multiple of `alignment`, and stays valid while this is used
  /// @param size its bytes
  /// @param overflow take blocks that do not fit from the heap
  Workspace(void* memory, std::uint64_t size, bool overflow = false)
      : kind_(Kind::stack), overflow_(overflow), base_(static_cast<unsigned char*>(memory)), size_(size) {}
  /// A workspace that only counts.
  /// @param factors whether to count factors of sparse matrices, too: their size depends on the data, and its
  /// upper bound is far larger than what is usually needed
  static Workspace counting(bool factors = true) {
    Workspace result;
    result.kind_ = Kind::counting;
    result.factors_ = factors;
    return result;
  }
  /// Whether the caller's memory begins at a multiple of `alignment`.
  bool is_aligned() const { return reinterpret_cast<std::uintptr_t>(base_) % alignment == 0; }
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;
  /// Only before any block was taken.
  /// @param other the workspace to move
  Workspace(Workspace&& other) noexcept = default;
  ~Workspace() = default;

  /// Whether it only counts.
  bool measuring() const { return kind_ == Kind::counting; }
  /// Called before a factor of a sparse matrix is allocated. False: this workspace does not count factors,
  /// and the factor must not be allocated. From then on `factors_asked_for` is true.
  bool ask_for_factors() const {
    asked_ = true;
    return factors_;
  }
  /// Whether a fit on this workspace needed a factor of a sparse matrix. If not, `peak` is all it needs.
  bool factors_asked_for() const { return asked_; }

  /// Bytes that are taken now. (64 bits: a small machine can count what a large one would need.)
  std::uint64_t used() const { return used_; }
  /// The most bytes that were taken at a time, including blocks that overflowed to the heap.
  std::uint64_t peak() const { return peak_; }
  /// Restarts `peak` from the bytes that are taken now.
  void reset_peak() { peak_ = used_ + outside_; }
  /// Bytes of the caller's memory that are not taken.
  std::uint64_t room() const { return size_ - used_; }

  /// Called before a library such as Eigen temporarily allocates on the heap: these bytes are not in this
  /// workspace, but are counted in what a fit needs (Plan::bytes).
  /// @param bytes how many
  void library_takes(std::uint64_t bytes) { library_ = bytes > library_ ? bytes : library_; }
  /// The largest argument of `library_takes` so far.
  std::uint64_t library_peak() const { return library_; }

 private:
  friend class internal::MemoryBlock;
  enum class Kind : unsigned char { heap, stack, counting };
  struct Place {
    std::uint64_t begin, end;
  };
  /// A free place that is not on top stores the position of the next free one below it, in its own memory.
  struct Hole {
    std::uint64_t end, next;
  };
  static constexpr std::uint64_t nowhere = ~std::uint64_t{0};
  /// More bytes than can exist; counts saturate here.
  static constexpr std::uint64_t absurd = nowhere / 2;

  static std::uint64_t rounded(std::uint64_t bytes) {
    return bytes >= absurd ? absurd : (bytes + alignment - 1) / alignment * alignment;
  }
  /// Returns the position of the block, and its memory in `data`. Throws std::bad_alloc if there is no room;
  /// public functions turn that into a status.
  std::uint64_t take(std::uint64_t bytes, void*& data);
  void give_back(std::uint64_t at, std::uint64_t bytes, void* data) noexcept;
  Hole& hole(std::uint64_t at) { return *reinterpret_cast<Hole*>(base_ + at); }

  Kind kind_ = Kind::heap;
  bool overflow_ = true, factors_ = true;
  mutable bool asked_ = false;
  unsigned char* base_ = nullptr;
  std::uint64_t size_ = 0, used_ = 0, peak_ = 0, library_ = 0;
  std::uint64_t outside_ = 0;  ///< bytes that a stack has taken from the heap
  std::uint64_t highest_hole_ = nowhere;
  std::vector<Place> holes_;  ///< of a counting workspace, in ascending order
  std::size_t counted_ = 0;   ///< blocks of a counting workspace that are in use
};

/// Whether `w` only counts, so that arithmetic must be skipped.
/// @param w null = memory is from the heap
inline bool measuring(const Workspace* w) {
  return w && w->measuring();
}

}  // namespace tanda
