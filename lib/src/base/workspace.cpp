#include "base/memory_block.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <limits>

namespace tanda {

namespace {

void* from_heap(std::uint64_t bytes) {
  if (bytes > std::numeric_limits<std::size_t>::max() / 4) Eigen::internal::throw_std_bad_alloc();
  return Eigen::internal::aligned_malloc(std::size_t(bytes));
}

}  // namespace

std::uint64_t Workspace::take(std::uint64_t bytes, void*& data) {
  bytes = rounded(bytes);
  data = nullptr;
  std::uint64_t at = nowhere;
  if (kind_ == Kind::stack && bytes <= size_ - used_) {
    at = used_;
    data = base_ + at;
  } else if (kind_ == Kind::counting) {
    // Giving back must not fail: reserve room for a hole for each block.
    const std::size_t most = holes_.size() + ++counted_;
    if (holes_.capacity() < most) holes_.reserve(2 * most);
    at = used_;
  } else {
    if (kind_ == Kind::stack && !overflow_) Eigen::internal::throw_std_bad_alloc();
    data = from_heap(bytes);
  }
  if (at != nowhere || kind_ == Kind::heap) {
    used_ = std::min(absurd, used_ + bytes);
  } else {
    outside_ += bytes;
  }
  peak_ = std::max(peak_, used_ + outside_);
  return at;
}

// Holes are sorted by address and visited from the highest: a block given back usually lies above most of
// them.
void Workspace::give_back(std::uint64_t at, std::uint64_t bytes, void* data) noexcept {
  bytes = rounded(bytes);
  if (at == nowhere) {
    Eigen::internal::aligned_free(data);
    (kind_ == Kind::heap ? used_ : outside_) -= bytes;
    return;
  }
  const std::uint64_t end = std::min(absurd, at + bytes);
  if (kind_ == Kind::counting) {
    const auto above = std::upper_bound(holes_.begin(), holes_.end(), at,
                                        [](std::uint64_t a, const Place& p) { return a < p.begin; });
    holes_.insert(above, {at, end});
    --counted_;
    for (; !holes_.empty() && holes_.back().end == used_; holes_.pop_back()) used_ = holes_.back().begin;
    return;
  }
  if (end == used_) {
    used_ = at;
    for (; highest_hole_ != nowhere && hole(highest_hole_).end == used_;
         highest_hole_ = hole(highest_hole_).next)
      used_ = highest_hole_;
    return;
  }
  std::uint64_t* link = &highest_hole_;
  while (*link != nowhere && *link > at) link = &hole(*link).next;
  hole(at) = {end, *link};
  *link = at;
}

namespace internal {

MemoryBlock::MemoryBlock(Workspace* home, std::uint64_t bytes) : home_(home), bytes_(bytes) {
  if (bytes == 0) return;
  if (home_) {
    at_ = home_->take(bytes, data_);
  } else {
    data_ = from_heap(bytes);
  }
}

void MemoryBlock::give_back() noexcept {
  if (bytes_ == 0) return;
  if (home_) {
    home_->give_back(at_, bytes_, data_);
  } else {
    Eigen::internal::aligned_free(data_);
  }
  data_ = nullptr;
  bytes_ = 0;
}

}  // namespace internal

}  // namespace tanda
