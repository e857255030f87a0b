// A k-d tree over reference points that finds candidates for the nearest points of a sample. Faster than
// comparing with all points if there are few columns and many points.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>

#include "base/types.hpp"

// Without exceptions there is no tree, because nanoflann throws; in WebAssembly it would add a few kilobytes.
#if defined(__cpp_exceptions) && !defined(__EMSCRIPTEN__)
#define TANDA_REFERENCE_TREE
#include <nanoflann.hpp>
#endif

namespace tanda::internal {

inline constexpr Index most_tree_columns = 8, fewest_tree_samples = 2048;

/// Whether building and searching a tree is faster than comparing all samples with all points. Measured with
/// Gaussian points and samples, one neighbour, floats: building time in ms, µs per sample with the tree and
/// with all points, and the number of samples from which the tree pays:
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
  const Index fewest_points = columns <= 4 ? 4096 : columns <= 6 ? 32768 : 262144;
  return available && columns <= most_tree_columns && points >= fewest_points &&
         samples >= fewest_tree_samples;
}

#ifndef TANDA_REFERENCE_TREE
/// The replacement for builds without nanoflann: never finds anything.
template <class S>
class ReferenceTree {
 public:
  explicit ReferenceTree(ConstMatrixView<float>) {}
  bool find(const S*, std::size_t, Workspace*, Array<std::uint32_t>&) const { return false; }
};
#else
/// Several threads may use a tree at the same time.
template <class S>
class ReferenceTree {
 public:
  explicit ReferenceTree(ConstMatrixView<float> points) : cloud_{points} {
    const nanoflann::KDTreeSingleIndexAdaptorParams leaves(32);
    if (points.rows() <= few_columns) {
      few_ = std::make_unique<Tree<few_columns>>(few_columns, cloud_, leaves);
      few_->buildIndex();
    } else {
      many_ = std::make_unique<Tree<most_tree_columns>>(most_tree_columns, cloud_, leaves);
      many_->buildIndex();
    }
  }
  ReferenceTree(const ReferenceTree&) = delete;
  ReferenceTree& operator=(const ReferenceTree&) = delete;

  /// Finds the indices, ascending, of all points that can be among the `wanted` nearest of a sample,
  /// including those as far as the last of them within rounding errors. False if distances are not finite:
  /// then nothing is known.
  bool find(const S* sample, std::size_t wanted, Workspace* scratch, Array<std::uint32_t>& found) const {
    S padded[most_tree_columns] = {};
    for (Index j = 0; j < cloud_.points.rows(); ++j) {
      if (!std::isfinite(sample[j])) return false;
      padded[j] = sample[j];
    }
    Array<Seen> seen(scratch);
    seen.reserve(std::size_t(cloud_.points.cols()));
    Array<S> nearest(scratch);
    nearest.reserve(wanted);
    Visitor visitor{wanted, seen, nearest};
    if (few_) few_->findNeighbors(visitor, padded, nanoflann::SearchParams());
    if (many_) many_->findNeighbors(visitor, padded, nanoflann::SearchParams());
    const S reach = visitor.worstDist();
    if (!(reach < std::numeric_limits<S>::max())) return false;
    found.clear();
    for (const Seen& point : seen) {
      if (point.distance <= reach) found.push_back(point.index);
    }
    std::sort(found.begin(), found.end());
    return true;
  }

 private:
  /// The points for nanoflann, with zeros in columns beyond their own. (With a number of columns known at
  /// compile time, a search uses no heap.)
  struct Cloud {
    ConstMatrixView<float> points;
    std::size_t kdtree_get_point_count() const { return std::size_t(points.cols()); }
    S kdtree_get_pt(std::size_t i, std::size_t column) const {
      return Index(column) < points.rows() ? S(points(Index(column), Index(i))) : S(0);
    }
    template <class Box>
    bool kdtree_get_bbox(Box&) const {
      return false;
    }
  };
  struct Seen {
    S distance;
    std::uint32_t index;
  };
  /// nanoflann's result set: keeps the points that may be among the nearest.
  struct Visitor {
    using DistanceType = S;
    std::size_t wanted;
    Array<Seen>& seen;
    Array<S>& nearest;  ///< a heap of the smallest distances so far

    /// The distance within which points are kept: the largest of the nearest, plus a bound for the difference
    /// between the tree's sums and those of `predict`.
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
  static constexpr int few_columns = 4;
  template <int columns>
  using Tree = nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<S, Cloud>, Cloud, columns,
                                                   std::uint32_t>;

  Cloud cloud_;
  std::unique_ptr<Tree<few_columns>> few_;
  std::unique_ptr<Tree<most_tree_columns>> many_;
};
#endif

/// A tree of reference points that is built as soon as enough samples have been asked about to make it pay.
template <class S>
class SharedTree {
 public:
  SharedTree() = default;
  SharedTree(const SharedTree&) = delete;
  SharedTree& operator=(const SharedTree&) = delete;
  ~SharedTree() { delete tree_.load(); }

  /// The tree, or null as long as it does not pay. The points must outlive this object.
  const ReferenceTree<S>* after(Index samples, ConstMatrixView<float> points) const {
    const ReferenceTree<S>* made = tree_.load(std::memory_order_acquire);
    if (made || !reference_tree_pays(points.rows(), points.cols(), fewest_tree_samples)) return made;
    const std::int32_t before = asked_.load(), more = std::int32_t(std::min(samples, fewest_tree_samples));
    const std::int32_t all = before < fewest_tree_samples ? (asked_ += more) : before;
    if (all < fewest_tree_samples) return nullptr;
    auto fresh = std::make_unique<ReferenceTree<S>>(points);
    if (tree_.compare_exchange_strong(made, fresh.get())) return fresh.release();
    return made;  // another thread was first
  }

 private:
  mutable std::atomic<const ReferenceTree<S>*> tree_{nullptr};
  mutable std::atomic<std::int32_t> asked_{0};
};

}  // namespace tanda::internal
