#include "tanda/graph/neighbors.hpp"

#include <cmath>
#include <limits>
#include <memory>
#include <mutex>
#include <nanoflann.hpp>
#include <tuple>

namespace tanda {
namespace {

constexpr Index query_block = 64;
constexpr Index candidate_block = 256;
constexpr Index tree_queries = 256;
constexpr Index smallest_tile = 16;   // of a class, on average: below, tiles are not worth their calls
constexpr Index tile_samples = 128;   // both ways
constexpr Index chunk_size = 16;      // candidates ruled out by one comparison
constexpr Index both_ways_most = 64;  // lists up to this wide are searched from both ends of a pair at once
constexpr Index tree_max_dims = 8;    // beyond, a k-d tree visits most of its leaves
constexpr Index tree_min_samples = 256;  // below, products are faster than any tree

/// Candidates are columns first..last without skip_first..skip_last.
struct Scope {
  Index first, last, skip_first, skip_last;
  Index size() const { return last - first - (skip_last - skip_first); }
  bool holds(Index j) const { return j < skip_first || j >= skip_last; }
};

/// Key = ±squared distance (minus for the farthest), then the original index: a total order, so ties are
/// exact.
struct Candidate {
  double key;
  int original;
  int column;
  bool operator<(const Candidate& other) const {
    return key != other.key ? key < other.key : original < other.original;
  }
};

/// The k smallest candidates offered so far.
class Best {
 public:
  void reset(Index k) {
    k_ = std::size_t(k);
    heap_.clear();
    heap_.reserve(k_);
  }
  /// Nothing above this can enter.
  double limit() const {
    return heap_.size() < k_ ? std::numeric_limits<double>::infinity() : heap_.front().key;
  }
  void offer(const Candidate& candidate) {
    if (heap_.size() < k_) {
      heap_.push_back(candidate);
      std::push_heap(heap_.begin(), heap_.end());
    } else if (candidate < heap_.front()) {
      std::pop_heap(heap_.begin(), heap_.end());
      heap_.back() = candidate;
      std::push_heap(heap_.begin(), heap_.end());
    }
  }
  void write(int* out) {
    std::sort_heap(heap_.begin(), heap_.end());
    for (const Candidate& c : heap_) *out++ = c.column;
  }
  std::vector<Candidate>& items() { return heap_; }

 private:
  std::size_t k_ = 0;
  std::vector<Candidate> heap_;
};

/// Who is told of the candidates of a query.
class Sink {
 public:
  /// Nothing above this matters to the query.
  virtual double limit(Index query) const = 0;
  virtual void offer(Index query, Index column, double key) = 0;

 protected:
  ~Sink() = default;
};

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
  void run(Index first, Index last, const Scope& scope, double sign, Sink& sink, int who) {
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

/// A k-d tree on columns first..last, for few dimensions.
template <class S>
class TreeSearch {
 public:
  TreeSearch(const Points<S>& points, Index first, Index last)
      : points_(points),
        cloud_{points.samples.x, first, last},
        tree_(int(points.samples.dims()), cloud_, nanoflann::KDTreeSingleIndexAdaptorParams(16)) {
    tree_.buildIndex();
  }

  bool covers(const Scope& scope) const { return cloud_.first == scope.first && cloud_.last == scope.last; }

  void run(Index query, const Scope& scope, Best& best) const {
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
  /// nanoflann's result set: sees everything not clearly beyond the limit and measures it exactly.
  struct Visitor {
    using DistanceType = S;
    const Points<S>& points;
    Index offset, query;
    const Scope& scope;
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

/// How many pieces of this size there are.
Index pieces(Index count, Index size) {
  return (count + size - 1) / size;
}

/// The part of a search that queries first..last are.
template <class S>
Monitor::Part part_of(const Points<S>& points, Index first, Index last) {
  return {double(first) / double(points.count()), double(last) / double(points.count())};
}

/// Fills the lists of queries first..last from the candidates of `scope`.
template <class S>
void search_with_tree(const Points<S>& points, const TreeSearch<S>& tree, Index first, Index last,
                      const Scope& scope, NeighborLists& lists) {
  std::vector<Best> best(std::size_t(points.monitor.workers()));
  points.monitor.share(
      pieces(last - first, tree_queries), part_of(points, first, last), [&](Index piece, int who) {
        const Index begin = first + piece * tree_queries, end = std::min(begin + tree_queries, last);
        for (Index q = begin; q < end; ++q) {
          best[std::size_t(who)].reset(lists.width);
          tree.run(q, scope, best[std::size_t(who)]);
          best[std::size_t(who)].write(lists.begin(q));
        }
      });
}

/// The best of each of some queries.
class BestOfQueries final : public Sink {
 public:
  BestOfQueries(const std::vector<int>& original, Index queries)
      : best(std::size_t(queries)), original_(original) {}
  double limit(Index query) const override { return best[std::size_t(query - first)].limit(); }
  void offer(Index query, Index column, double key) override {
    best[std::size_t(query - first)].offer({key, original_[std::size_t(column)], int(column)});
  }
  std::vector<Best> best;
  Index first = 0;  ///< query

 private:
  const std::vector<int>& original_;
};

template <class S>
void search_with_blocks(const Points<S>& points, BlockSearch<S>& blocks, Index first, Index last,
                        const Scope& scope, double sign, NeighborLists& lists) {
  std::vector<BestOfQueries> queries(std::size_t(points.monitor.workers()),
                                     BestOfQueries(points.original, std::min(query_block, last - first)));
  points.monitor.share(
      pieces(last - first, query_block), part_of(points, first, last), [&](Index piece, int who) {
        const Index begin = first + piece * query_block, end = std::min(begin + query_block, last);
        BestOfQueries& own = queries[std::size_t(who)];
        for (Best& b : own.best) b.reset(lists.width);
        own.first = begin;
        blocks.run(begin, end, scope, sign, own, who);
        for (Index q = begin; q < end; ++q) own.best[std::size_t(q - begin)].write(lists.begin(q));
      });
}

template <class S>
bool tree_pays(const Points<S>& points, Index samples) {
  return points.samples.dims() <= tree_max_dims && samples >= tree_min_samples;
}

NeighborLists empty_lists(Index samples, Index k, Index most) {
  NeighborLists lists;
  lists.width = std::max<Index>(1, std::min(k, most));
  lists.at.assign(std::size_t(samples * lists.width), -1);
  return lists;
}

Scope inside(const Classes& classes, Index c) {
  return {classes.first(c), classes.last(c), classes.last(c), classes.last(c)};
}
Scope outside(const Classes& classes, Index c) {
  return {0, classes.labelled(), classes.first(c), classes.last(c)};
}

/// Lists of the samples of each class among those inside or outside of it.
template <class S>
NeighborLists search_by_class(const Points<S>& points, Index k, double sign, bool within) {
  const Classes& classes = points.classes;
  const auto scope = [&](Index c) { return within ? inside(classes, c) : outside(classes, c); };
  Index most = 0;
  for (Index c = 0; c < classes.count(); ++c) most = std::max(most, scope(c).size());
  NeighborLists lists = empty_lists(points.count(), k, most);
  BlockSearch<S> blocks(points);
  std::unique_ptr<TreeSearch<S>> tree;  // built anew only when the classes' scopes span different ranges
  for (Index c = 0; c < classes.count(); ++c) {
    const Scope candidates = scope(c);
    if (candidates.size() <= 0) continue;
    if (sign > 0 && tree_pays(points, candidates.last - candidates.first)) {
      if (!tree || !tree->covers(candidates)) {
        tree.reset();
        tree = std::make_unique<TreeSearch<S>>(points, candidates.first, candidates.last);
      }
      search_with_tree(points, *tree, classes.first(c), classes.last(c), candidates, lists);
    } else {
      search_with_blocks(points, blocks, classes.first(c), classes.last(c), candidates, sign, lists);
    }
  }
  return lists;
}

/// Some columns of one class.
struct Tile {
  Index first, last, label;
};

/// A tile of every class in turn, then the next ones: a list that has seen some of every class soon rules out
/// most of the others.
std::vector<Tile> tiles_in_turn(const Classes& classes) {
  std::vector<Tile> tiles;
  for (Index offset = 0; offset < classes.largest(); offset += tile_samples) {
    for (Index c = 0; c < classes.count(); ++c) {
      const Index first = classes.first(c) + offset;
      if (first < classes.last(c))
        tiles.push_back({first, std::min(first + tile_samples, classes.last(c)), c});
    }
  }
  return tiles;
}

/// Lists in the own class (none if `own` = 0) and in the other classes, each pair of samples looked at once.
template <class S>
SplitLists search_both_ways(const Points<S>& points, Index own, Index others) {
  const Classes& classes = points.classes;
  const Index n = classes.labelled();
  Index smallest = n;
  for (Index c = 0; c < classes.count(); ++c) smallest = std::min(smallest, classes.size(c));
  SplitLists lists;
  if (own > 0) lists.within = empty_lists(points.count(), own, classes.largest());
  lists.between = empty_lists(points.count(), others, n - smallest);
  BlockSearch<S> blocks(points);
  using BestLists = typename BlockSearch<S>::BestLists;
  BestLists within(own > 0 ? n : 0, lists.within.width), between(n, lists.between.width);
  const std::vector<Tile> tiles = tiles_in_turn(classes);
  const Index count = Index(tiles.size());
  // Round by round, and in a round each tile has one partner: those at work seldom want the same one. Who
  // comes first makes no difference to the lists.
  std::vector<Mutex> busy(tiles.size());
  const auto meet = [&](Index piece, int who) {
    const Index i = piece % count, j = (piece / count + count - i) % count;
    const Tile &one = tiles[std::size_t(i)], &other = tiles[std::size_t(j)];
    const bool same = one.label == other.label;
    if (j < i || (same && own == 0)) return;
    const Guard first(busy[std::size_t(i)]);
    std::unique_lock<Mutex> second(busy[std::size_t(j)], std::defer_lock);
    if (j != i) second.lock();
    blocks.both_ways(one.first, one.last, other.first, other.last, same ? within : between, who);
  };
  if (!points.monitor.share(count * count, {}, meet)) return lists;
  if (own > 0) within.write(lists.within);
  between.write(lists.between);
  return lists;
}

/// Many features and classes of some size: then products of tiles are the way.
template <class S>
bool both_ways_pays(const Points<S>& points, Index k) {
  const Index n = points.classes.labelled();
  return k <= both_ways_most && n >= points.classes.count() * smallest_tile && !tree_pays(points, n);
}

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
  BestPairs(const std::vector<int>& original, Index k, bool ordered)
      : k_(std::size_t(k)), original_(original), ordered_(ordered) {}

  /// Looks through the pairs of class c and `scope`, one of `best` for each who works.
  template <class S>
  static void collect(std::vector<BestPairs>& best, const Points<S>& points, BlockSearch<S>& blocks, Index c,
                      const Scope& scope) {
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
  const std::vector<int>& original_;
  bool ordered_;
  std::vector<Pair> heap_;
};

}  // namespace

NeighborLists leading(const NeighborLists& lists, Index k) {
  NeighborLists result;
  result.width = std::min(k, lists.width);
  result.at.reserve(std::size_t(lists.count() * result.width));
  for (Index i = 0; i < lists.count(); ++i) {
    result.at.insert(result.at.end(), lists.begin(i), lists.begin(i) + result.width);
  }
  return result;
}

namespace {

template <class S>
NeighborLists find_nearest(const Points<S>& points, Index k) {
  const Index n = points.count();
  const Scope all{0, n, n, n};
  NeighborLists lists = empty_lists(n, k, n - 1);
  if (n < 2) return lists;
  if (tree_pays(points, n)) {
    search_with_tree(points, TreeSearch<S>(points, 0, n), 0, n, all, lists);
  } else {
    BlockSearch<S> blocks(points);
    search_with_blocks(points, blocks, 0, n, all, 1.0, lists);
  }
  return lists;
}

template <class S>
NeighborLists find_between(const Points<S>& points, Index k) {
  if (both_ways_pays(points, k)) return search_both_ways(points, 0, k).between;
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

/// From the cache if there is one. What a cancelled search found is of no use, and nobody uses it.
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
  if (!points.cache && both_ways_pays(points, std::max(own, others))) {
    return search_both_ways(points, own, others);
  }
  return {nearest_within(points, own), nearest_between(points, others)};
}

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

double list_bytes(const Shape& shape, double k) {
  return 4 * shape.samples * std::min(k, shape.samples);
}

void plan_lists(MemoryPlan& plan, const Shape& shape, double k, Search search) {
  plan.hold(list_bytes(shape, k));
  const double n = shape.samples, queries = std::min(double(query_block), n), scalar = shape.scalar_bytes;
  const double heap = std::min(k, n) * sizeof(Candidate);
  double tile = std::min(double(candidate_block), n), tree = 0;
  if (search != Search::farthest && shape.points <= double(tree_max_dims) && n >= double(tree_min_samples)) {
    // Places of the samples and about n/8 leaves with their parents, in pools of 8 KB. Small classes go by
    // blocks.
    tree = 16 * n + 16384 + shape.threads * heap;
    tile = search == Search::all ? 0 : double(tree_min_samples);
  }
  const bool both_ways = tree == 0 && search == Search::between && k <= double(both_ways_most) &&
                         n >= shape.classes * double(smallest_tile);
  const double blocks =
      shape.threads * (scalar * tile * (queries + 1) + packed_bytes(tile, queries, shape.points, scalar)) +
      (both_ways ? n : shape.threads * queries) * (heap + 16 + sizeof(Best)) + (both_ways ? scalar * n : 0);
  plan.use(scalar * n + std::max(blocks, tree));
}

void plan_within_and_between(MemoryPlan& plan, const Shape& shape, double own, double others) {
  plan_lists(plan, shape, own);
  MemoryPlan search = plan;
  if (own <= double(both_ways_most) && others <= double(both_ways_most)) {  // the best of both kinds at once
    search.hold(shape.samples *
                (std::min(own, shape.samples) * sizeof(Candidate) + 16 + sizeof(Best) + shape.scalar_bytes));
  }
  plan_lists(search, shape, others, Search::between);
  plan.use(search.peak() - plan.held());
  plan.hold(list_bytes(shape, others));
}

#define TANDA_INSTANTIATE(S)                                                      \
  template NeighborLists nearest(const Points<S>&, Index);                        \
  template NeighborLists nearest_within(const Points<S>&, Index);                 \
  template NeighborLists farthest_within(const Points<S>&, Index);                \
  template NeighborLists nearest_between(const Points<S>&, Index);                \
  template SplitLists nearest_within_and_between(const Points<S>&, Index, Index); \
  template Pairs shortest_pairs_by_class(const Points<S>&, Index);                \
  template Pairs shortest_pairs(const Points<S>&, Index);
TANDA_INSTANTIATE(float)
TANDA_INSTANTIATE(double)
#undef TANDA_INSTANTIATE

}  // namespace tanda
