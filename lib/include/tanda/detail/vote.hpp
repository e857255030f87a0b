// The two classification rules: majority of nearest neighbours, and degree of membership. Freestanding:
// firmware includes this file.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tanda {

namespace detail {
/// NaN counts as an infinite distance: predictions for samples that are not finite are arbitrary, but
/// defined.
template <class S>
S defined_distance(S distance) {
  constexpr S infinity = static_cast<S>(__builtin_huge_val());
  return distance < infinity ? distance : infinity;
}
}  // namespace detail

/// Squared distance of two points, summed in the order of the columns.
template <class S>
S squared_distance(const S* a, const S* b, std::size_t dims) {
  S sum = 0;
  for (std::size_t j = 0; j < dims; ++j) sum += (a[j] - b[j]) * (a[j] - b[j]);
  return sum;
}

template <class S>
struct Neighbor {
  S distance;  ///< squared
  std::uint32_t index;
};

/// The k nearest points offered so far, nearest first, in the caller's memory. Points are offered in the
/// order of their index, so that ties go to the lower index.
template <class S>
class Nearest {
 public:
  Nearest(Neighbor<S>* room, std::size_t wanted) : room_(room), wanted_(wanted) {}

  bool takes(S distance) const { return count_ < wanted_ || distance < room_[count_ - 1].distance; }
  void offer(S raw, std::uint32_t index) {
    const S distance = detail::defined_distance(raw);
    if (!takes(distance)) return;
    std::size_t at = count_ < wanted_ ? count_++ : count_ - 1;
    for (; at > 0 && distance < room_[at - 1].distance; --at) room_[at] = room_[at - 1];
    room_[at] = {distance, index};
  }

  std::size_t count() const { return count_; }
  const Neighbor<S>& operator[](std::size_t i) const { return room_[i]; }

  /// The most frequent label; of equally frequent ones that of the nearest point. O(k · number of different
  /// labels)
  template <class Label>
  int vote(const Label* labels) const {
    int winner = -1;
    std::size_t most = 0;
    for (std::size_t i = 0; i < count_ && most < count_ - i; ++i) {
      const Label label = labels[room_[i].index];
      std::size_t votes = 0;
      for (std::size_t j = i; j < count_; ++j) votes += labels[room_[j].index] == label;
      // A label that occurred before has a smaller count from here on, and cannot exceed its earlier one.
      if (votes > most) {
        most = votes;
        winner = static_cast<int>(label);
      }
    }
    return winner;
  }

 private:
  Neighbor<S>* room_;
  std::size_t wanted_;
  std::size_t count_ = 0;
};

/// θ² = (distance to the nearest point of other classes / to the nearest of the class)²: 1 where both are
/// equal, including 0/0; infinite where only the distance to the class is 0. Never NaN.
template <class S>
S membership_degree(S rest, S own) {
  if (rest == own) return 1;
  if (own == 0) return static_cast<S>(__builtin_huge_val());
  return rest / own;
}

}  // namespace tanda
