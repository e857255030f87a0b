// Neighbour search by matrix products of blocks, for any number of dimensions.
#pragma once

#include <cmath>
#include <limits>

#include "candidates.hpp"
#include "linalg/dense.hpp"

namespace tanda::internal {

constexpr Index query_block = 64;
constexpr Index candidate_block = 256;
constexpr Index tile_samples = 128;  // for searches from both ends of each pair
constexpr Index chunk_size = 16;     // candidates ruled out by one comparison

/// How many pieces of this size there are, the last one maybe smaller.
inline Index pieces(Index count, Index size) {
  return (count + size - 1) / size;
}

/// The columns of the search's points that are queries first..last.
template <class S>
Monitor::Part part_of(const Points<S>& points, Index first, Index last) {
  return {double(first) / double(points.count()), double(last) / double(points.count())};
}

/// Distances by products of blocks, ‖a‖² + ‖b‖² − 2a'b, are used only to rule candidates out: whatever lies
/// within the rounding error of the limit is measured again by differences in double. So the result is exact,
/// and the O(n² d) part runs at the speed of matrix products.
template <class S>
class BlockSearch {
 public:
  /// The best candidates of all columns.
  struct OfColumns {
    OfColumns(Workspace* home, Index columns, Index k)
        : best(home, columns, k), limits(home, Vector<S>::Constant(columns, std::numeric_limits<S>::max())) {}
    void write(NeighborLists& lists) {
      for (Index i = 0; i < limits.size(); ++i) tanda::internal::write(best[i], lists.begin(i));
    }
    BestLists best;
    Vector<S> limits;  ///< for each column: no larger distance can enter its list
  };

  /// Takes the scratch memory of all workers. `tile` is the largest number of columns that are searched from
  /// both ends at once, 0 for none.
  explicit BlockSearch(const Points<S>& points, Index tile = 0)
      : points_(points),
        norms_(points.home(), points.count()),
        dots_(points.home(), room_for_dots(points.count(), tile), points.monitor.workers()),
        keys_(points.home(), room_for_keys(points.count()), points.monitor.workers()) {
    if (measuring(points.home())) return;
    for (Index i = 0; i < points.count(); ++i) {
      const S* const x = points.samples.x.col(i).data();
      double sum = 0;
      for (Index k = 0; k < points.samples.dims(); ++k) sum += double(x[k]) * double(x[k]);
      norms_[i] = S(sum);
    }
  }

  /// Offers every candidate of `scope` that can still matter to queries first..last. `sign` = -1 looks for
  /// the farthest. `worker` selects the scratch memory.
  void run(Index first, Index last, const CandidateRange& scope, double sign, Sink& sink, int worker) {
    sweep(first, last, scope.first, scope.skip_first, sign, sink, worker);
    sweep(first, last, scope.skip_last, scope.last, sign, sink, worker);
  }

  /// Bytes that the products of all workers take for packing.
  std::size_t packed() const {
    const Index n = points_.count();
    const auto bytes = [&](Index rows, Index cols) {
      return product_bytes(std::min(rows, n), std::min(cols, n), points_.samples.dims(), sizeof(S));
    };
    return std::size_t(points_.monitor.workers()) *
           std::size_t(std::max(bytes(candidate_block, query_block), bytes(tile_samples, tile_samples)));
  }

  /// The nearest pairs of queries first..last and columns from..to, for the lists of both: each product
  /// serves two lists. The two ranges are equal or disjoint.
  void both_ways(Index first, Index last, Index from, Index to, OfColumns& lists, int worker) {
    const Matrix<S>& x = points_.samples.x;
    for (Index begin = from; begin < to; begin += candidate_block) {
      const Index size = std::min(candidate_block, to - begin);
      auto [dots, keys] = scratch(size, last - first, worker);
      set_product(dots, x.middleCols(begin, size).transpose(), x.middleCols(first, last - first));
      const auto norms = norms_.segment(begin, size).array();
      const double largest = double(norms.maxCoeff());
      for (Index q = first; q < last; ++q) {
        // How far each pair is beyond both limits. Where squares overflow that is not a number: then all
        // pairs are looked at.
        const bool overflows = !(double(norms_[q]) + largest < 0.1 * double(std::numeric_limits<S>::max()));
        const S slack = overflows ? std::numeric_limits<S>::infinity() : S(1.01 * rounding(q, largest));
        const auto limits = lists.limits.segment(begin, size).array();
        keys = norms + norms_[q] - S(2) * dots.col(q - first).array() - limits.max(lists.limits[q]);
        for (Index chunk = 0; chunk < size; chunk += chunk_size) {
          const Index count = std::min(chunk_size, size - chunk);
          const S least = count == chunk_size ? keys.template segment<chunk_size>(chunk).minCoeff()
                                              : keys.segment(chunk, count).minCoeff();
          if (least > slack) continue;
          for (Index c = chunk; c < chunk + count; ++c) {
            if (keys[c] > slack || (from == first && begin + c <= q)) continue;
            const double key = points_.samples.squared_distance(q, begin + c);
            offer_to(lists, q, begin + c, key);
            offer_to(lists, begin + c, q, key);
          }
        }
      }
    }
  }

 private:
  /// An upper bound of the error of a squared distance by products.
  double rounding(Index q, double largest_norm) const {
    const double rows = double(points_.samples.dims() + 8);
    return rows * (0.5 * double(std::numeric_limits<S>::epsilon()) * (double(norms_[q]) + largest_norm) +
                   double(std::numeric_limits<S>::min()));
  }

  void offer_to(OfColumns& lists, Index query, Index column, double key) {
    Best& list = lists.best[query];
    list.offer({key, points_.original[std::size_t(column)], int(column)});
    const double limit = std::min(list.limit(), double(std::numeric_limits<S>::max()));
    const S rounded = S(limit);
    lists.limits[query] =
        double(rounded) < limit ? std::nextafter(rounded, std::numeric_limits<S>::max()) : rounded;
  }

  static Index room_for_dots(Index samples, Index tile) {
    const Index block = std::min(candidate_block, samples) * std::min(query_block, samples);
    return pieces(std::max(block, tile * tile), in_line) * in_line;
  }
  static Index room_for_keys(Index samples) {
    return pieces(std::min(candidate_block, samples), in_line) * in_line;
  }
  static constexpr Index in_line =
      Index(Workspace::alignment / sizeof(S));  // so many values keep each column aligned

  /// Scratch of one worker: products of candidates and queries, and the keys of the candidates of one query.
  struct Scratch {
    Eigen::Map<PlainMatrix<S>, Eigen::AlignedMax> dots;
    Eigen::Map<Eigen::Array<S, Eigen::Dynamic, 1>, Eigen::AlignedMax> keys;
  };
  Scratch scratch(Index candidates, Index queries, int worker) {
    return {{dots_.col(worker).data(), candidates, queries}, {keys_.col(worker).data(), candidates}};
  }

  void sweep(Index first, Index last, Index from, Index to, double sign, Sink& sink, int worker) {
    const Matrix<S>& x = points_.samples.x;
    for (Index begin = from; begin < to; begin += candidate_block) {
      const Index size = std::min(candidate_block, to - begin);
      auto [dots, keys] = scratch(size, last - first, worker);
      set_product(dots, x.middleCols(begin, size).transpose(), x.middleCols(first, last - first));
      const auto norms = norms_.segment(begin, size).array();
      const double largest = double(norms.maxCoeff());
      for (Index q = first; q < last; ++q) {
        const double slack = rounding(q, largest);
        double reach = sink.limit(q) + slack;
        keys = S(sign) * (norms + norms_[q] - S(2) * dots.col(q - first).array());
        for (Index chunk = 0; chunk < size; chunk += chunk_size) {
          const Index end = std::min(chunk + chunk_size, size);
          if (double(keys.segment(chunk, end - chunk).minCoeff()) > reach) continue;
          for (Index c = chunk; c < end; ++c) {
            const Index column = begin + c;
            if (column == q || double(keys[c]) > reach) continue;
            sink.offer(q, column, sign * points_.samples.squared_distance(q, column));
            reach = sink.limit(q) + slack;
          }
        }
      }
    }
  }

  const Points<S>& points_;
  Vector<S> norms_;
  Matrix<S> dots_, keys_;  ///< a column for each worker
};

}  // namespace tanda::internal
