#include "tanda/base/workspace.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <new>

namespace tanda {

void Workspace::library_takes(std::size_t bytes) {
  peak_with_libraries_ = std::max(peak_with_libraries_, used_ + bytes);
}

std::size_t Workspace::take(std::size_t bytes, void*& data) {
  bytes = rounded(bytes);
  data = nullptr;
  std::size_t at = nowhere;
  if (kind_ == Kind::stack && bytes <= size_ - used_) {
    at = used_;
    data = base_ + at;
  } else if (kind_ == Kind::counting) {
    at = used_;
  } else {
    if (kind_ == Kind::stack && !overflow_) Eigen::internal::throw_std_bad_alloc();
    data = Eigen::internal::aligned_malloc(bytes);
  }
  if (at != nowhere || kind_ == Kind::heap) {
    used_ += bytes;
    peak_ = std::max(peak_, used_);
    library_takes(0);
  }
  return at;
}

// Holes are kept by place, the highest first. The one given back lies above most of them, as a rule.
void Workspace::give_back(std::size_t at, std::size_t bytes, void* data) noexcept {
  bytes = rounded(bytes);
  if (at == nowhere) {
    Eigen::internal::aligned_free(data);
    if (kind_ == Kind::heap) used_ -= bytes;
    return;
  }
  if (kind_ == Kind::counting) {
    const auto above = std::upper_bound(holes_.begin(), holes_.end(), at,
                                        [](std::size_t a, const Place& p) { return a < p.begin; });
    holes_.insert(above, {at, at + bytes});
    for (; !holes_.empty() && holes_.back().end == used_; holes_.pop_back()) used_ = holes_.back().begin;
    return;
  }
  if (at + bytes == used_) {
    used_ = at;
    for (; highest_hole_ != nowhere && hole(highest_hole_).end == used_;
         highest_hole_ = hole(highest_hole_).next)
      used_ = highest_hole_;
    return;
  }
  std::size_t* link = &highest_hole_;
  while (*link != nowhere && *link > at) link = &hole(*link).next;
  hole(at) = {at + bytes, *link};
  *link = at;
}

Block::Block(Workspace* home, std::size_t bytes) : home_(home), bytes_(bytes) {
  if (bytes == 0) return;
  if (home_) {
    at_ = home_->take(bytes, data_);
  } else {
    data_ = Eigen::internal::aligned_malloc(bytes);
  }
}

void Block::give_back() noexcept {
  if (bytes_ == 0) return;
  if (home_) {
    home_->give_back(at_, bytes_, data_);
  } else {
    Eigen::internal::aligned_free(data_);
  }
  data_ = nullptr;
  bytes_ = 0;
}

}  // namespace tanda
