// What matrices and arrays take from a workspace and give back to it.
#pragma once

#include <cstdint>
#include <utility>

#include "tanda/workspace.hpp"

namespace tanda::internal {

/// Some bytes of a workspace, or of the heap where there is none. Their contents are not set.
class MemoryBlock {
 public:
  /// No bytes.
  MemoryBlock() = default;
  /// Takes so many. Throws std::bad_alloc where there is no room.
  MemoryBlock(Workspace* home, std::uint64_t bytes);
  /// The other one has none then.
  MemoryBlock(MemoryBlock&& other) noexcept
      : home_(other.home_),
        data_(std::exchange(other.data_, nullptr)),
        bytes_(std::exchange(other.bytes_, 0)),
        at_(other.at_) {}
  /// Gives back what it had.
  MemoryBlock& operator=(MemoryBlock&& other) noexcept {
    if (this == &other) return *this;
    give_back();
    home_ = other.home_;
    data_ = std::exchange(other.data_, nullptr);
    bytes_ = std::exchange(other.bytes_, 0);
    at_ = other.at_;
    return *this;
  }
  ~MemoryBlock() { give_back(); }

  void* data() const { return data_; }            ///< null: there are none, or they are only counted
  std::uint64_t bytes() const { return bytes_; }  ///< how many
  Workspace* home() const { return home_; }       ///< null = the heap
  /// Later ones of this owner come from there.
  void move_to(Workspace* home) {
    give_back();
    home_ = home;
  }

 private:
  void give_back() noexcept;

  Workspace* home_ = nullptr;
  void* data_ = nullptr;
  std::uint64_t bytes_ = 0, at_ = 0;
};

}  // namespace tanda::internal
