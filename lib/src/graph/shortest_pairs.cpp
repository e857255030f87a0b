#include <tuple>

#include "block_search.hpp"
#include "graph/neighbors.hpp"

namespace tanda::internal {
namespace {

/// A pair of columns. Ties go to the lower first, then the lower second original index.
struct Pair {
  double key;
  int first_original, second_original;
  int first, second;
  bool operator<(const Pair& other) const {
    return std::tie(key, first_original, second_original) <
           std::tie(other.key, other.first_original, other.second_original);
  }
};

/// The shortest pairs found by each worker, with their memory, which is taken before work is shared among
/// threads.
struct PairLists {
  PairLists(Workspace* home, int workers, Index k)
      : room(home, std::size_t(workers * k)), lists(home, std::size_t(workers)) {
    for (std::size_t worker = 0; !measuring(home) && worker < lists.size(); ++worker)
      lists[worker] = BestOf<Pair>(room.data() + Index(worker) * k, k);
  }
  Array<Pair> room;
  Array<BestOf<Pair>> lists;
};

/// Receives the candidate pairs of one worker.
class BestPairs final : public Sink {
 public:
  /// `ordered`: the pair begins with the lower original index instead of the one inside the class.
  BestPairs(BestOf<Pair>& best, const Array<int>& original, bool ordered)
      : best_(best), original_(original), ordered_(ordered) {}

  /// Searches the pairs of class c and `scope`; `best` has one list per worker.
  template <class S>
  static void collect(PairLists& best, const Points<S>& points, BlockSearch<S>& blocks, Index c,
                      const CandidateRange& scope, bool ordered) {
    const Index first = points.classes.first(c), last = points.classes.last(c);
    points.monitor.share(pieces(last - first, query_block), part_of(points, first, last),
                         [&](Index piece, int worker) {
                           const Index begin = first + piece * query_block;
                           BestPairs own(best.lists[std::size_t(worker)], points.original, ordered);
                           blocks.run(begin, std::min(begin + query_block, last), scope, 1.0, own, worker);
                         });
  }

  double limit(Index) const override { return best_.limit(); }
  void offer(Index query, Index column, double key) override {
    Pair pair{key, original_[std::size_t(query)], original_[std::size_t(column)], int(query), int(column)};
    if (ordered_ && pair.second_original < pair.first_original) {
      std::swap(pair.first_original, pair.second_original);
    }
    best_.offer(pair);
  }

  /// Merges the pairs of all workers into the best ones.
  static void take(PairLists& best, Pairs& out) {
    BestOf<Pair>& all = best.lists[0];
    for (std::size_t worker = 1; worker < best.lists.size(); ++worker) {
      for (const Pair& pair : best.lists[worker]) all.offer(pair);
      best.lists[worker].clear();
    }
    for (const Pair& pair : all) out.emplace_back(pair.first, pair.second);
    all.clear();
  }

 private:
  BestOf<Pair>& best_;
  const Array<int>& original_;
  bool ordered_;
};

/// How many pairs of a sample of class c and one of another class there are.
Index count_pairs(const Classes& classes, Index c) {
  return classes.size(c) * (classes.labelled() - classes.size(c));
}

}  // namespace

template <class S>
Pairs shortest_pairs_by_class(const Points<S>& points, Index k) {
  Workspace* const home = points.home();
  const Classes& classes = points.classes;
  Index all = 0, most = 1;  // the largest number of pairs of one class
  for (Index c = 0; c < classes.count(); ++c) {
    const Index found = std::min(k, count_pairs(classes, c));
    all += found;
    most = std::max(most, found);
  }
  Pairs pairs(home);
  pairs.reserve(std::size_t(all));
  BlockSearch<S> blocks(points);
  PairLists best(home, points.monitor.workers(), most);
  if (measuring(home)) {
    home->library_takes(blocks.packed());
    pairs.resize(std::size_t(all));
    return pairs;
  }
  for (Index c = 0; c < classes.count(); ++c) {
    BestPairs::collect(best, points, blocks, c, outside(classes, c), false);
    BestPairs::take(best, pairs);
  }
  return pairs;
}

template <class S>
Pairs shortest_pairs(const Points<S>& points, Index k) {
  Workspace* const home = points.home();
  const Classes& classes = points.classes;
  Index all = 0;
  for (Index c = 0; c < classes.count(); ++c) all += count_pairs(classes, c);
  const Index most = std::max<Index>(1, std::min(k, all / 2));
  Pairs pairs(home);
  pairs.reserve(std::size_t(most));
  BlockSearch<S> blocks(points);
  PairLists best(home, points.monitor.workers(), most);
  if (measuring(home)) {
    home->library_takes(blocks.packed());
    pairs.resize(std::size_t(most));
    return pairs;
  }
  const Index n = classes.labelled();
  for (Index c = 0; c + 1 < classes.count(); ++c) {
    BestPairs::collect(best, points, blocks, c, {classes.last(c), n, n, n}, true);
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

}  // namespace tanda::internal
