// Neighbour search by a k-d tree, for few dimensions.
#pragma once

#include <limits>
#include <nanoflann.hpp>

#include "candidates.hpp"

namespace tanda::internal {

/// A k-d tree of columns first..last.
template <class S>
class TreeSearch {
 public:
  TreeSearch(const Points<S>& points, Index first, Index last)
      : points_(points),
        cloud_{points.samples.x, first, last},
        tree_(int(points.samples.dims()), cloud_, nanoflann::KDTreeSingleIndexAdaptorParams(16)) {
    tree_.buildIndex();
  }

  /// Bytes of a tree, on the heap: an index per sample, and about n/8 leaves with their parents in pools of 8
  /// KB.
  static std::size_t bytes(Index samples) { return 16 * std::size_t(samples) + 16384; }

  bool covers(const CandidateRange& scope) const {
    return cloud_.first == scope.first && cloud_.last == scope.last;
  }

  void run(Index query, const CandidateRange& scope, Best& best) const {
    Visitor visitor{points_, cloud_.first, query, scope, best};
    tree_.findNeighbors(visitor, points_.samples.x.col(query).data(), nanoflann::SearchParams());
  }

 private:
  struct Cloud {
    const Matrix<S>& x;
    Index first, last;
    std::size_t kdtree_get_point_count() const { return std::size_t(last - first); }
    S kdtree_get_pt(std::size_t i, std::size_t feature) const { return x(Index(feature), first + Index(i)); }
    template <class Box>
    bool kdtree_get_bbox(Box&) const {
      return false;
    }
  };
  /// The result set that nanoflann calls: takes everything that is not clearly beyond the limit and measures
  /// it exactly.
  struct Visitor {
    using DistanceType = S;
    const Points<S>& points;
    Index offset, query;
    const CandidateRange& scope;
    Best& best;
    S worstDist() const {
      const double limit = best.limit() * (1 + 64 * double(std::numeric_limits<S>::epsilon()));
      return limit < double(std::numeric_limits<S>::max()) / 2 ? S(limit) + std::numeric_limits<S>::min()
                                                               : std::numeric_limits<S>::max();
    }
    bool full() const { return true; }
    bool addPoint(S, std::size_t index) {
      const Index column = offset + Index(index);
      if (column != query && scope.holds(column)) {
        best.offer({points.samples.squared_distance(query, column), points.original[std::size_t(column)],
                    int(column)});
      }
      return true;
    }
  };
  using Tree = nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<S, Cloud>, Cloud>;

  const Points<S>& points_;
  Cloud cloud_;
  Tree tree_;
};

}  // namespace tanda::internal
