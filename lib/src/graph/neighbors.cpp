#include "graph/neighbors.hpp"

#include <mutex>
#include <optional>
#include <vector>

#include "block_search.hpp"
#include "tree_search.hpp"

namespace tanda::internal {
namespace {

constexpr Index tree_queries = 256;
constexpr Index smallest_tile =
    16;  // samples per class, on average: smaller tiles are not worth a product each
constexpr Index both_ways_most = 64;  // lists up to this width are searched from both ends of a pair at once
constexpr Index tree_max_dims = 8;    // with more, a k-d tree visits most of its leaves
constexpr Index tree_min_samples = 256;  // with fewer, products are faster than any tree

/// Fills the lists of queries first..last from the candidates of `scope`.
template <class S>
void search_with_tree(const Points<S>& points, const TreeSearch<S>& tree, BestLists& best, Index first,
                      Index last, const CandidateRange& scope, NeighborLists& lists) {
  points.monitor.share(pieces(last - first, tree_queries), part_of(points, first, last),
                       [&](Index piece, int worker) {
                         const Index begin = first + piece * tree_queries;
                         for (Index q = begin; q < std::min(begin + tree_queries, last); ++q) {
                           best.reset(worker, worker + 1);
                           tree.run(q, scope, best[worker]);
                           write(best[worker], lists.begin(q));
                         }
                       });
}

/// Collects the best candidates of some queries.
class BestOfQueries final : public Sink {
 public:
  /// The list of query `first` is list `at` of `best`.
  BestOfQueries(const Array<int>& original, BestLists& best, Index first, Index at)
      : original_(original), best_(best), off_(at - first) {}
  double limit(Index query) const override { return best_[query + off_].limit(); }
  void offer(Index query, Index column, double key) override {
    best_[query + off_].offer({key, original_[std::size_t(column)], int(column)});
  }

 private:
  const Array<int>& original_;
  BestLists& best_;
  Index off_;
};

/// `best` has one list per worker for each query of a block.
template <class S>
void search_with_blocks(const Points<S>& points, BlockSearch<S>& blocks, BestLists& best, Index first,
                        Index last, const CandidateRange& scope, double sign, NeighborLists& lists) {
  points.monitor.share(pieces(last - first, query_block), part_of(points, first, last),
                       [&](Index piece, int worker) {
                         const Index begin = first + piece * query_block;
                         const Index end = std::min(begin + query_block, last), at = worker * query_block;
                         best.reset(at, at + end - begin);
                         BestOfQueries own(points.original, best, begin, at);
                         blocks.run(begin, end, scope, sign, own, worker);
                         for (Index q = begin; q < end; ++q) write(best[at + q - begin], lists.begin(q));
                       });
}

template <class S>
bool tree_pays(const Points<S>& points, Index samples) {
  return points.samples.dims() <= tree_max_dims && samples >= tree_min_samples;
}

NeighborLists empty_lists(Workspace* home, Index samples, Index k, Index most) {
  const Index width = std::max<Index>(1, std::min(k, most));
  return {width, Array<int>(home, std::size_t(samples * width), -1)};
}

/// A range of queries and their candidates.
struct Query {
  Index first, last;
  CandidateRange candidates;
};

/// Fills the lists of all queries, query(0) to query(count − 1), with trees where these are faster.
template <class S, class Of>
void search(const Points<S>& points, Index count, Of query, double sign, NeighborLists& lists) {
  Workspace* const home = points.home();
  const Index workers = points.monitor.workers();
  const auto by_tree = [&](const CandidateRange& scope) {
    return sign > 0 && tree_pays(points, scope.last - scope.first);
  };
  Index trees = 0, searched = 0, largest = 0;
  for (Index c = 0; c < count; ++c) {
    const CandidateRange scope = query(c).candidates;
    if (scope.size() <= 0) continue;
    ++searched;
    trees += by_tree(scope);
    largest = std::max(largest, scope.last - scope.first);
  }
  // A counting run may see more dims than the fit will have: with fewer, trees may be used after all.
  if (measuring(home) && sign > 0 && largest >= tree_min_samples)
    home->library_takes(TreeSearch<S>::bytes(largest));
  BestLists best(home, trees < searched ? workers * query_block : workers, lists.width);
  std::optional<BlockSearch<S>> blocks;
  if (trees < searched) blocks.emplace(points);
  if (measuring(home)) {
    if (blocks) home->library_takes(blocks->packed());
    if (trees > 0) home->library_takes(TreeSearch<S>::bytes(largest));
    return;
  }
  std::optional<TreeSearch<S>> tree;  // built again only when the range of columns changes
  for (Index c = 0; c < count; ++c) {
    const auto [first, last, candidates] = query(c);
    if (candidates.size() <= 0) continue;
    if (by_tree(candidates)) {
      if (!tree || !tree->covers(candidates)) tree.emplace(points, candidates.first, candidates.last);
      search_with_tree(points, *tree, best, first, last, candidates, lists);
    } else {
      search_with_blocks(points, *blocks, best, first, last, candidates, sign, lists);
    }
  }
}

/// Lists of the samples of each class, with candidates inside or outside of that class.
template <class S>
NeighborLists search_by_class(const Points<S>& points, Index k, double sign, bool within) {
  const Classes& classes = points.classes;
  const auto query = [&](Index c) {
    return Query{classes.first(c), classes.last(c), within ? inside(classes, c) : outside(classes, c)};
  };
  Index most = 0;
  for (Index c = 0; c < classes.count(); ++c) most = std::max(most, query(c).candidates.size());
  NeighborLists lists = empty_lists(points.home(), points.count(), k, most);
  search(points, classes.count(), query, sign, lists);
  return lists;
}

/// Some columns of one class.
struct Tile {
  Index first, last, label;
};

/// The first tile of every class, then the second ones, and so on: a list that has seen samples of every
/// class early soon rules out most of the others.
Array<Tile> tiles_in_turn(const Classes& classes, Workspace* home) {
  Index count = 0;
  for (Index c = 0; c < classes.count(); ++c) count += pieces(classes.size(c), tile_samples);
  Array<Tile> tiles(home);
  if (measuring(home)) {
    tiles.resize(std::size_t(count));
    return tiles;
  }
  tiles.reserve(std::size_t(count));
  for (Index offset = 0; offset < classes.largest(); offset += tile_samples) {
    for (Index c = 0; c < classes.count(); ++c) {
      const Index first = classes.first(c) + offset;
      if (first < classes.last(c))
        tiles.push_back({first, std::min(first + tile_samples, classes.last(c)), c});
    }
  }
  return tiles;
}

/// Lists of neighbours in the own class (none if `own` = 0) and in the other classes; each pair of samples is
/// looked at once.
template <class S>
SplitLists search_both_ways(const Points<S>& points, Index own, Index others) {
  const Classes& classes = points.classes;
  const Index n = classes.labelled();
  Index smallest = n;
  for (Index c = 0; c < classes.count(); ++c) smallest = std::min(smallest, classes.size(c));
  SplitLists lists;
  Workspace* const home = points.home();
  if (own > 0) lists.within = empty_lists(home, points.count(), own, classes.largest());
  lists.between = empty_lists(home, points.count(), others, n - smallest);
  BlockSearch<S> blocks(points, std::min(tile_samples, classes.largest()));
  using OfColumns = typename BlockSearch<S>::OfColumns;
  OfColumns within(home, own > 0 ? n : 0, lists.within.width), between(home, n, lists.between.width);
  const Array<Tile> tiles = tiles_in_turn(classes, home);
  const Index count = Index(tiles.size());
  if (measuring(home)) {
    home->library_takes(blocks.packed() + tiles.size() * sizeof(Mutex));
    return lists;
  }
  // Round-robin: in each round a tile has one partner, so that workers seldom need the same tile. The order
  // does not affect the lists. (A mutex cannot be moved, so these are on the heap.)
  std::vector<Mutex> busy(tiles.size());
  const auto meet = [&](Index piece, int worker) {
    const Index i = piece % count, j = (piece / count + count - i) % count;
    const Tile &one = tiles[std::size_t(i)], &other = tiles[std::size_t(j)];
    const bool same = one.label == other.label;
    if (j < i || (same && own == 0)) return;
    const Guard first(busy[std::size_t(i)]);
    std::unique_lock<Mutex> second(busy[std::size_t(j)], std::defer_lock);
    if (j != i) second.lock();
    blocks.both_ways(one.first, one.last, other.first, other.last, same ? within : between, worker);
  };
  if (!points.monitor.share(count * count, {}, meet)) return lists;
  if (own > 0) within.write(lists.within);
  between.write(lists.between);
  return lists;
}

/// Whether a counting run must also count a tree: the fit may have fewer dims than are counted.
template <class S>
bool may_have_tree(const Points<S>& points) {
  return measuring(points.home()) && points.classes.labelled() >= tree_min_samples;
}

/// Whether products of tiles are fastest: many features, and classes of some size.
template <class S>
bool both_ways_pays(const Points<S>& points, Index k) {
  const Index n = points.classes.labelled();
  return k <= both_ways_most && n >= points.classes.count() * smallest_tile && !tree_pays(points, n);
}

}  // namespace

NeighborLists leading(const NeighborLists& lists, Index k) {
  const Index width = std::min(k, lists.width);
  NeighborLists result{width, Array<int>(lists.at.home(), std::size_t(lists.count() * width))};
  if (measuring(lists.at.home())) return result;
  for (Index i = 0; i < lists.count(); ++i) std::copy_n(lists.begin(i), result.width, result.begin(i));
  return result;
}

namespace {

template <class S>
NeighborLists find_nearest(const Points<S>& points, Index k) {
  const Index n = points.count();
  NeighborLists lists = empty_lists(points.home(), n, k, n - 1);
  if (n >= 2)
    search(
        points, 1,
        [&](Index) {
          return Query{0, n, {0, n, n, n}};
        },
        1.0, lists);
  return lists;
}

template <class S>
NeighborLists find_between(const Points<S>& points, Index k) {
  if (both_ways_pays(points, k)) {
    if (may_have_tree(points)) search_by_class(points, k, 1.0, false);
    return search_both_ways(points, 0, k).between;
  }
  return search_by_class(points, k, 1.0, false);
}

template <class S>
NeighborLists find(const Points<S>& points, NeighborCache::Kind kind, Index k) {
  switch (kind) {
    case NeighborCache::Kind::within:
      return search_by_class(points, k, 1.0, true);
    case NeighborCache::Kind::farthest:
      return search_by_class(points, k, -1.0, true);
    case NeighborCache::Kind::between:
      return find_between(points, k);
    case NeighborCache::Kind::all:
      break;
  }
  return find_nearest(points, k);
}

/// From the cache if there is one. The result of a cancelled search is incomplete and must not be used.
template <class S>
NeighborLists cached(const Points<S>& points, NeighborCache::Kind kind, Index k) {
  if (!points.cache) return find(points, kind, k);
  return points.cache->get(kind, k, [&](Index wide) { return find(points, kind, wide); });
}

}  // namespace

template <class S>
NeighborLists nearest(const Points<S>& points, Index k) {
  return cached(points, NeighborCache::Kind::all, k);
}

template <class S>
NeighborLists nearest_within(const Points<S>& points, Index k) {
  return cached(points, NeighborCache::Kind::within, k);
}

template <class S>
NeighborLists farthest_within(const Points<S>& points, Index k) {
  return cached(points, NeighborCache::Kind::farthest, k);
}

template <class S>
NeighborLists nearest_between(const Points<S>& points, Index k) {
  return cached(points, NeighborCache::Kind::between, k);
}

template <class S>
SplitLists nearest_within_and_between(const Points<S>& points, Index own, Index others) {
  const auto one_by_one = [&] {
    SplitLists lists{nearest_within(points, own), {}};
    lists.between = nearest_between(points, others);
    return lists;
  };
  if (!points.cache && both_ways_pays(points, std::max(own, others))) {
    if (may_have_tree(points)) one_by_one();
    return search_both_ways(points, own, others);
  }
  return one_by_one();
}

#define TANDA_INSTANTIATE(S)                                       \
  template NeighborLists nearest(const Points<S>&, Index);         \
  template NeighborLists nearest_within(const Points<S>&, Index);  \
  template NeighborLists farthest_within(const Points<S>&, Index); \
  template NeighborLists nearest_between(const Points<S>&, Index); \
  template SplitLists nearest_within_and_between(const Points<S>&, Index, Index);
TANDA_INSTANTIATE(float)
TANDA_INSTANTIATE(double)
#undef TANDA_INSTANTIATE

}  // namespace tanda::internal
