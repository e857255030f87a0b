// Exact neighbours: nearest, farthest and shortest pairs, within classes, between classes or regardless of
// them. Ties go to the lower original index; a point is never its own neighbour; with fewer than k candidates
// the list has all of them.
#pragma once

#include <utility>

#include "data/points.hpp"

namespace tanda::internal {

/// A list of at most `width` neighbours per sample, nearest (or farthest) first, padded with -1. In the
/// workspace of the samples.
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

/// Neighbours of the same class and of other classes, each in the order of the original lists.
struct SplitLists {
  NeighborLists within, between;
};

/// Lists that are found once and used again by fits that differ only in their parameters. They stay in the
/// workspace they were made in, which must outlive the cache.
class NeighborCache {
 public:
  enum class Kind : unsigned char { all, within, between, farthest };

  /// Announces that lists up to this width will be asked for, so that the first search finds lists of that
  /// width.
  void expect(Index k) { expected_ = std::max(expected_, k); }

  /// The lists cut to width k; calls `find(width)` if those in the cache are narrower.
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
/// Both kinds of lists in one search, in about the time of the second alone.
template <class S>
SplitLists nearest_within_and_between(const Points<S>& points, Index own, Index others);
template <class S>
NeighborLists farthest_within(const Points<S>& points, Index k);

/// For each class, the k shortest pairs of a sample inside and one outside of it.
template <class S>
Pairs shortest_pairs_by_class(const Points<S>& points, Index k);
/// The k shortest pairs of samples of different classes, over all classes.
template <class S>
Pairs shortest_pairs(const Points<S>& points, Index k);

}  // namespace tanda::internal
