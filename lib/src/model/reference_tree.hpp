// A k-d tree over reference points: which of them can be among the nearest of a sample. Where few columns and
// many points make it faster than looking at all of them.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "tanda/base/types.hpp"

// nanoflann throws, and in WebAssembly another tree is a few kilobytes of code.
#if defined(__cpp_exceptions) && !defined(__EMSCRIPTEN__)
#define TANDA_REFERENCE_TREE
#include <nanoflann.hpp>
#endif

namespace tanda {

/// Whether building a tree and asking it is faster than comparing all samples with all points. Measured with
/// Gaussian points and samples, one neighbour, floats (µs a sample with and without the tree, and from how
/// many samples on its building, in ms, pays):
///
///      points  columns  building   tree    all   pays from
///        4096        2       0.8    0.4    2.3         398
///        4096        4       0.9    0.7    2.5         519
///        4096        6       1.1    2.5    2.6       10187
///       32768        6        11    4.9     20         741
///       32768        8        13     14     21        1989
///      262144        8       132     69    154        1561
///      262144       10       157    272    170       never
///     1000000        2       468    1.0    473         992
///     1000000        8       812    136    628        1647
inline bool reference_tree_pays(Index columns, Index points, Index samples) {
#ifdef TANDA_REFERENCE_TREE
  constexpr bool available = true;
#else
  constexpr bool available = false;
#endif
  constexpr Index most_columns = 8, fewest_samples = 2048;
  const Index fewest_points = columns <= 4 ? 4096 : columns <= 6 ? 32768 : 262144;
  return available && columns <= most_columns && points >= fewest_points && samples >= fewest_samples;
}

#ifndef TANDA_REFERENCE_TREE
/// Where there is none.
template <class S>
struct ReferenceTree {
  explicit ReferenceTree(ConstMatrixView<float>) {}
  bool find(const S*, std::size_t, std::vector<std::uint32_t>&) { return false; }
};
#else
template <class S>
struct ReferenceTree {
  explicit ReferenceTree(ConstMatrixView<float> points)
      : cloud_{points}, tree_(int(points.rows()), cloud_, nanoflann::KDTreeSingleIndexAdaptorParams(32)) {
    tree_.buildIndex();
  }

  /// The indices, ascending, of all points that can be among the `wanted` nearest of a sample: what comes
  /// within rounding errors of the farthest of them is there, too. False where distances are no finite
  /// numbers: then they say nothing.
  bool find(const S* sample, std::size_t wanted, std::vector<std::uint32_t>& found) {
    for (Index j = 0; j < cloud_.points.rows(); ++j) {
      if (!std::isfinite(sample[j])) return false;
    }
    Visitor visitor{wanted, seen_, nearest_};
    seen_.clear();
    nearest_.clear();
    tree_.findNeighbors(visitor, sample, nanoflann::SearchParams());
    const S reach = visitor.worstDist();
    if (!(reach < std::numeric_limits<S>::max())) return false;
    found.clear();
    for (const Seen& point : seen_) {
      if (point.distance <= reach) found.push_back(point.index);
    }
    std::sort(found.begin(), found.end());
    return true;
  }

 private:
  struct Cloud {
    ConstMatrixView<float> points;
    std::size_t kdtree_get_point_count() const { return std::size_t(points.cols()); }
    S kdtree_get_pt(std::size_t i, std::size_t column) const { return S(points(Index(column), Index(i))); }
    template <class Box>
    bool kdtree_get_bbox(Box&) const {
      return false;
    }
  };
  struct Seen {
    S distance;
    std::uint32_t index;
  };
  /// nanoflann's result set: keeps what comes within reach.
  struct Visitor {
    using DistanceType = S;
    std::size_t wanted;
    std::vector<Seen>& seen;
    std::vector<S>& nearest;  ///< a heap of the smallest distances so far

    /// The farthest of the nearest, and what the sums of the tree and ours may differ by.
    S worstDist() const {
      constexpr S slack = 512 * std::numeric_limits<S>::epsilon(), most = std::numeric_limits<S>::max();
      if (nearest.size() < wanted || !(nearest.front() < most / 2)) return most;
      return nearest.front() * (1 + slack) + 512 * std::numeric_limits<S>::min();
    }
    bool full() const { return true; }
    bool addPoint(S distance, std::size_t index) {
      if (distance > worstDist()) return true;
      seen.push_back({distance, std::uint32_t(index)});
      if (nearest.size() == wanted) {
        if (!(distance < nearest.front())) return true;
        std::pop_heap(nearest.begin(), nearest.end());
        nearest.pop_back();
      }
      nearest.push_back(distance);
      std::push_heap(nearest.begin(), nearest.end());
      return true;
    }
  };
  using Tree =
      nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<S, Cloud>, Cloud, -1, std::uint32_t>;

  Cloud cloud_;
  Tree tree_;
  std::vector<Seen> seen_;  ///< scratch
  std::vector<S> nearest_;
};
#endif

}  // namespace tanda
