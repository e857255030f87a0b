// Exact neighbours: nearest, farthest and shortest pairs, within, between or regardless of classes.
// Ties go to the lower original index; a point is never its own neighbour; fewer than k candidates → all of
// them.
#pragma once

#include <utility>

#include "data/points.hpp"

namespace tanda::internal {

/// A list of at most `width` neighbours per sample, nearest (or farthest) first, padded with -1. Lists lie
/// where the samples do.
struct NeighborLists {
  Index width = 0;
  Array<int> at;

  Index count() const { return width == 0 ? 0 : static_cast<Index>(at.size()) / width; }
  const int* begin(Index i) const { return at.data() + i * width; }
  const int* end(Index i) const { return begin(i) + width; }
  int* begin(Index i) { return at.data() + i * width; }
};

/// The first k of each list.
NeighborLists leading(const NeighborLists& lists, Index k);

/// Neighbours of the own class and of others, in their order.
struct SplitLists {
  NeighborLists within, between;
};

/// Lists found once and used again by fits that differ in their parameters only. They stay where they were
/// made, and the cache must not outlive that.
class NeighborCache {
 public:
  enum class Kind : unsigned char { all, within, between, farthest };

  /// Lists up to this wide will be asked for: find them so wide the first time.
  void expect(Index k) { expected_ = std::max(expected_, k); }

  /// The lists k wide; `find(width)` is asked when those at hand are narrower.
  template <class Find>
  NeighborLists get(Kind kind, Index k, Find find) {
    Entry& entry = entries_[std::size_t(kind)];
    if (entry.width < k) {
      entry.lists = {};
      const Index wide = std::max(k, expected_);
      entry.lists = find(wide);
      entry.width = wide;
    }
    return leading(entry.lists, k);
  }

 private:
  struct Entry {
    Index width = 0;
    NeighborLists lists;
  };
  Index expected_ = 0;
  Entry entries_[4];
};

struct ColumnPair {
  int first, second;
};
using Pairs = Array<ColumnPair>;

template <class S>
NeighborLists nearest(const Points<S>& points, Index k);
template <class S>
NeighborLists nearest_within(const Points<S>& points, Index k);
template <class S>
NeighborLists nearest_between(const Points<S>& points, Index k);
/// Both at once, for about the price of the second.
template <class S>
SplitLists nearest_within_and_between(const Points<S>& points, Index own, Index others);
template <class S>
NeighborLists farthest_within(const Points<S>& points, Index k);

/// For each class the k shortest pairs from inside to outside.
template <class S>
Pairs shortest_pairs_by_class(const Points<S>& points, Index k);
/// The k shortest of all pairs of different classes.
template <class S>
Pairs shortest_pairs(const Points<S>& points, Index k);

}  // namespace tanda::internal
