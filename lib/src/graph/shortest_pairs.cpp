#include <tuple>

#include "block_search.hpp"
#include "tanda/graph/neighbors.hpp"

namespace tanda {
namespace {

/// A pair of columns; ties go to the lower first, then second original index.
struct Pair {
  double key;
  int first_original, second_original;
  int first, second;
  bool operator<(const Pair& other) const {
    return std::tie(key, first_original, second_original) <
           std::tie(other.key, other.first_original, other.second_original);
  }
};

/// The k shortest pairs offered so far.
class BestPairs final : public Sink {
 public:
  /// `ordered`: a pair counts from its lower original index, not from inside the class.
  BestPairs(const Array<int>& original, Index k, bool ordered)
      : k_(std::size_t(k)), original_(original), ordered_(ordered) {}

  /// Looks through the pairs of class c and `scope`, one of `best` for each who works.
  template <class S>
  static void collect(std::vector<BestPairs>& best, const Points<S>& points, BlockSearch<S>& blocks, Index c,
                      const CandidateRange& scope) {
    const Index first = points.classes.first(c), last = points.classes.last(c);
    points.monitor.share(
        pieces(last - first, query_block), part_of(points, first, last), [&](Index piece, int who) {
          const Index begin = first + piece * query_block;
          blocks.run(begin, std::min(begin + query_block, last), scope, 1.0, best[std::size_t(who)], who);
        });
  }

  double limit(Index) const override {
    return heap_.size() < k_ ? std::numeric_limits<double>::infinity() : heap_.front().key;
  }
  void offer(Index query, Index column, double key) override {
    Pair pair{key, original_[std::size_t(query)], original_[std::size_t(column)], int(query), int(column)};
    if (ordered_ && pair.second_original < pair.first_original) {
      std::swap(pair.first_original, pair.second_original);
    }
    offer(pair);
  }
  void offer(const Pair& pair) {
    if (heap_.size() == k_) {
      if (!(pair < heap_.front())) return;
      std::pop_heap(heap_.begin(), heap_.end());
      heap_.pop_back();
    }
    heap_.push_back(pair);
    std::push_heap(heap_.begin(), heap_.end());
  }

  /// The best of all.
  static void take(std::vector<BestPairs>& best, Pairs& out) {
    for (std::size_t who = 1; who < best.size(); ++who) {
      for (const Pair& pair : best[who].heap_) best[0].offer(pair);
      best[who].heap_.clear();
    }
    for (const Pair& pair : best[0].heap_) out.emplace_back(pair.first, pair.second);
    best[0].heap_.clear();
  }

 private:
  std::size_t k_;
  const Array<int>& original_;
  bool ordered_;
  std::vector<Pair> heap_;
};

}  // namespace

template <class S>
Pairs shortest_pairs_by_class(const Points<S>& points, Index k) {
  BlockSearch<S> blocks(points);
  std::vector<BestPairs> best(std::size_t(points.monitor.workers()), BestPairs(points.original, k, false));
  Pairs pairs;
  for (Index c = 0; c < points.classes.count(); ++c) {
    BestPairs::collect(best, points, blocks, c, outside(points.classes, c));
    BestPairs::take(best, pairs);
  }
  return pairs;
}

template <class S>
Pairs shortest_pairs(const Points<S>& points, Index k) {
  BlockSearch<S> blocks(points);
  std::vector<BestPairs> best(std::size_t(points.monitor.workers()), BestPairs(points.original, k, true));
  Pairs pairs;
  const Index n = points.classes.labelled();
  for (Index c = 0; c + 1 < points.classes.count(); ++c) {
    BestPairs::collect(best, points, blocks, c, {points.classes.last(c), n, n, n});
  }
  BestPairs::take(best, pairs);
  return pairs;
}

#define TANDA_INSTANTIATE(S)                                       \
  template Pairs shortest_pairs_by_class(const Points<S>&, Index); \
  template Pairs shortest_pairs(const Points<S>&, Index);
TANDA_INSTANTIATE(float)
TANDA_INSTANTIATE(double)
#undef TANDA_INSTANTIATE

}  // namespace tanda
