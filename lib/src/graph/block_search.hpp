// Neighbours by products of blocks, for any number of dimensions.
#pragma once

#include <cmath>
#include <limits>

#include "candidates.hpp"

namespace tanda {

constexpr Index query_block = 64;
constexpr Index candidate_block = 256;
constexpr Index chunk_size = 16;  // candidates ruled out by one comparison

/// How many pieces of this size there are.
inline Index pieces(Index count, Index size) {
  return (count + size - 1) / size;
}

/// The part of a search that queries first..last are.
template <class S>
Monitor::Part part_of(const Points<S>& points, Index first, Index last) {
  return {double(first) / double(points.count()), double(last) / double(points.count())};
}

/// Blocked distances by products, ‖a‖² + ‖b‖² − 2a'b, only to rule candidates out: whatever comes within the
/// rounding error of the limit is measured again by differences in double. Exact, and O(n² d) of it at GEMM
/// speed.
template <class S>
class BlockSearch {
 public:
  /// The best of all columns at once.
  struct BestLists {
    BestLists(Index columns, Index k)
        : best(static_cast<std::size_t>(columns)),
          limits(Vector<S>::Constant(columns, std::numeric_limits<S>::max())) {
      for (Best& list : best) list.reset(k);
    }
    void write(NeighborLists& lists) {
      for (std::size_t i = 0; i < best.size(); ++i) best[i].write(lists.begin(Index(i)));
    }
    std::vector<Best> best;
    Vector<S> limits;  ///< nothing above can enter a column's list
  };

  explicit BlockSearch(const Points<S>& points)
      : points_(points), norms_(points.count()), scratch_(std::size_t(points.monitor.workers())) {
    for (Index i = 0; i < points.count(); ++i) {
      const S* const x = points.samples.x.col(i).data();
      double sum = 0;
      for (Index k = 0; k < points.samples.dims(); ++k) sum += double(x[k]) * double(x[k]);
      norms_[i] = S(sum);
    }
  }

  /// Offers every candidate of `scope` that can still matter, for queries first..last. `sign` = -1 looks for
  /// the farthest. `who` does it.
  void run(Index first, Index last, const CandidateRange& scope, double sign, Sink& sink, int who) {
    sweep(first, last, scope.first, scope.skip_first, sign, sink, scratch_[std::size_t(who)]);
    sweep(first, last, scope.skip_last, scope.last, sign, sink, scratch_[std::size_t(who)]);
  }

  /// The nearest pairs of queries first..last and columns from..to, seen from both ends: each product serves
  /// two lists. The two ranges are the same, or apart.
  void both_ways(Index first, Index last, Index from, Index to, BestLists& lists, int who) {
    const Matrix<S>& x = points_.samples.x;
    auto& [dots, keys] = scratch_[std::size_t(who)];
    for (Index begin = from; begin < to; begin += candidate_block) {
      const Index size = std::min(candidate_block, to - begin);
      reshape(dots, size, last - first);
      set_product(dots, x.middleCols(begin, size).transpose(), x.middleCols(first, last - first));
      const auto norms = norms_.segment(begin, size).array();
      const double largest = double(norms.maxCoeff());
      for (Index q = first; q < last; ++q) {
        // How far each is beyond both limits. Where squares overflow that is no number: look at all of them.
        const bool overflows = !(double(norms_[q]) + largest < 0.1 * double(std::numeric_limits<S>::max()));
        const S slack = overflows ? std::numeric_limits<S>::infinity() : S(1.01 * rounding(q, largest));
        const auto limits = lists.limits.segment(begin, size).array();
        reshape(keys, size);
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
  /// How far a key by products may be off the true one.
  double rounding(Index q, double largest_norm) const {
    const double rows = double(points_.samples.dims() + 8);
    return rows * (0.5 * double(std::numeric_limits<S>::epsilon()) * (double(norms_[q]) + largest_norm) +
                   double(std::numeric_limits<S>::min()));
  }

  void offer_to(BestLists& lists, Index query, Index column, double key) {
    Best& list = lists.best[std::size_t(query)];
    list.offer({key, points_.original[std::size_t(column)], int(column)});
    const double limit = std::min(list.limit(), double(std::numeric_limits<S>::max()));
    const S rounded = S(limit);
    lists.limits[query] =
        double(rounded) < limit ? std::nextafter(rounded, std::numeric_limits<S>::max()) : rounded;
  }

  /// Of each who works.
  struct Scratch {
    Matrix<S> dots;
    Eigen::Array<S, Eigen::Dynamic, 1> keys;
  };

  void sweep(Index first, Index last, Index from, Index to, double sign, Sink& sink, Scratch& scratch) {
    const Matrix<S>& x = points_.samples.x;
    auto& [dots, keys] = scratch;
    for (Index begin = from; begin < to; begin += candidate_block) {
      const Index size = std::min(candidate_block, to - begin);
      reshape(dots, size, last - first);
      set_product(dots, x.middleCols(begin, size).transpose(), x.middleCols(first, last - first));
      const auto norms = norms_.segment(begin, size).array();
      const double largest = double(norms.maxCoeff());
      for (Index q = first; q < last; ++q) {
        const double slack = rounding(q, largest);
        double reach = sink.limit(q) + slack;
        reshape(keys, size);
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
  std::vector<Scratch> scratch_;
};

}  // namespace tanda
