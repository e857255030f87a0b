// Splits the points of one class into patches: the inner loop of the manifold partition.
#pragma once

#include <cmath>
#include <numeric>

#include "farthest_pair.hpp"
#include "geometry/geodesic.hpp"

namespace tanda::internal {

// Sums and quotients of rounded lengths that differ only by rounding count as equal, so that every target
// breaks ties in the same way.
inline bool clearly_less(double a, double b) {
  return a < b * (1 - 1e-12);
}

/// Some points of one class in the order of their original indices ("nodes"), and their distances: along
/// their graph if there is one, otherwise straight.
template <class S>
struct Terrain {
  const Points<S>& points;
  const NeighborLists& lists;
  const Array<int>& columns;   ///< the column of each node
  const Array<int>& node_of;   ///< the node of each column; -1 = not among the points
  const Array<double>& stand;  ///< how many points each column stands for; empty = one
  Geodesics geodesics = {};
  PairTable<float> ratios = {};  ///< R = D_G / D_E, 1 for duplicates

  bool flat() const { return geodesics.nodes() == 0; }
  double squared(int i, int j) const {
    return points.samples.squared_distance(columns[std::size_t(i)], columns[std::size_t(j)]);
  }
  double weight(int node) const { return stand.empty() ? 1 : stand[std::size_t(columns[std::size_t(node)])]; }
  double ratio(int i, int j) const { return double(ratios(i, j)); }

  /// Computes the ratios from the geodesics. Straight distances are computed by products, or by differences
  /// where products lose digits. Ends early when cancelled. O(n² d)
  void find_ratios() {
    Workspace* const home = points.home();
    const Index n = geodesics.nodes(), most = std::min(ratio_block, n), d = points.samples.dims();
    ratios = PairTable<float>(home, n);
    MatrixD here_room(home, d, most), there_room(home, d, most), dots_room(home, most, most);
    VectorD far(home, most), near(home, most);
    library_product(home, most, most, d, sizeof(double));
    if (measuring(home)) return;
    for (Index first = 0; first < n; first += ratio_block) {
      const Index size = std::min(ratio_block, n - first);
      Eigen::Map<PlainMatrix<double>> here(here_room.data(), d, size);
      panel(first, size, here);
      set_squares(here, near);
      for (Index from = 0; from <= first; from += ratio_block) {
        const Index count = std::min(ratio_block, n - from);
        if (!points.monitor.work(2.0 * double(count) * double(size) * double(d))) return;
        Eigen::Map<PlainMatrix<double>> there(there_room.data(), d, count);
        Eigen::Map<PlainMatrix<double>> dots(dots_room.data(), count, size);
        panel(from, count, there);
        set_product(dots, there.transpose(), here);
        set_squares(there, far);
        for (Index j = 0; j < size; ++j) {
          for (Index i = 0; i < count && from + i < first + j; ++i) {
            const double norms = far[i] + near[j];
            const double by_products = norms - 2 * dots(i, j);
            const double exact =
                by_products > 1e-4 * norms ? by_products : squared(int(from + i), int(first + j));
            const double quotient = geodesics(first + j, from + i) / std::sqrt(exact);
            ratios.set(first + j, from + i, std::isfinite(quotient) ? float(quotient) : 1.0f);
          }
        }
      }
    }
  }

 private:
  static constexpr Index ratio_block = 64;
  /// The coordinates of some nodes relative to the first node, so that products keep their digits.
  void panel(Index first, Index size, Target<double> out) const {
    for (Index i = 0; i < size; ++i) {
      points.samples.difference(columns[std::size_t(first + i)], columns[0], out.data + i * out.stride);
    }
  }
  template <class M>
  static void set_squares(const M& columns, VectorD& out) {
    for (Index i = 0; i < columns.cols(); ++i) out[i] = squared_length(columns.col(i));
  }
};

/// A range of the splitter's `order_`, ascending.
struct Patch {
  Index first, last;
  double points;  ///< N, how many points its nodes stand for
  double ratios;  ///< the sum of R over all pairs of its nodes

  Index nodes() const { return last - first; }
  double linearity(bool flat) const {
    const double n = double(nodes());
    return flat ? 1 : (n + 2 * ratios) / (n * n);
  }
};

/// Splits a set of nodes until no patch is too large.
template <class S>
class Splitter {
 public:
  Splitter(const Terrain<S>& terrain, double size)
      : terrain_(terrain),
        size_(size),
        order_(terrain.points.home(), terrain.columns.size()),
        mark_(terrain.points.home(), terrain.columns.size(), outside),
        patches_(terrain.points.home(), terrain.columns.size()),
        found_(terrain.points.home()),
        nearer_(terrain.points.home()),
        left_(terrain.points.home()),
        right_(terrain.points.home()) {
    for (Array<int>* nodes : {&found_, &left_, &right_}) nodes->reserve(order_.size());
    nearer_.reserve(order_.size());
    if (!measuring(order_.home())) std::iota(order_.begin(), order_.end(), 0);
  }

  /// The patches, each a range of order(). In a counting workspace as many as there are nodes.
  const Array<Patch>& run() {
    if (measuring(order_.home())) {
      if (terrain_.flat()) farthest_pair(terrain_.points.samples, found_.data(), Index(order_.size()));
      return patches_;
    }
    // Its ratios are not used: it is split, or it is the only patch.
    Patch all{0, Index(order_.size()), 0, 0};
    for (const int node : order_) all.points += terrain_.weight(node);
    if (!too_large(all)) all.ratios = ratios_of(all);
    keep(all);
    double splits = 0;
    while (too_large_ > 0 && terrain_.points.monitor.advance(std::min(1.0, splits++ * size_ / all.points))) {
      std::pop_heap(patches_.begin(), patches_.begin() + waiting_, before());
      const Patch patch = patches_[--waiting_];
      too_large_ -= too_large(patch);
      split(patch);
    }
    // Patches of one node are at the end of the array, in reverse order.
    Patch* const first = patches_.end() - single_;
    std::reverse(first, patches_.end());
    patches_.cut(std::copy(first, patches_.end(), patches_.begin() + waiting_));
    return patches_;
  }
  const Array<int>& order() const { return order_; }

 private:
  enum Mark : char { outside = 0, rest = 1, left = 2, right = 4, by_left = 8, by_right = 16 };

  /// One side of a patch that is being split.
  struct Side {
    Mark mark;
    int seed;
    Array<int>& nodes;
    std::size_t grown = 0;  ///< nodes before this one have had their lists visited
    double points = 0, ratios = 0;
  };

  bool too_large(const Patch& patch) const { return patch.nodes() > 1 && patch.points > size_; }
  int lowest(const Patch& patch) const { return order_[std::size_t(patch.first)]; }
  double score(const Patch& patch) const { return patch.linearity(terrain_.flat()) * patch.points; }
  /// Heap order: largest score first, then the lower node.
  auto before() const {
    return [this](const Patch& a, const Patch& b) {
      const double of_a = score(a), of_b = score(b);
      return of_a != of_b ? of_a < of_b : lowest(a) > lowest(b);
    };
  }

  /// A patch of one node is final; others may still be split.
  void keep(const Patch& patch) {
    if (patch.nodes() < 2) {
      patches_[patches_.size() - ++single_] = patch;
      return;
    }
    too_large_ += too_large(patch);
    patches_[waiting_++] = patch;
    std::push_heap(patches_.begin(), patches_.begin() + waiting_, before());
  }

  double ratios_of(const Patch& patch) const {
    double sum = 0;
    if (terrain_.flat()) return sum;
    for (Index i = patch.first; i < patch.last; ++i) {
      for (Index j = patch.first; j < i; ++j)
        sum += terrain_.ratio(order_[std::size_t(i)], order_[std::size_t(j)]);
    }
    return sum;
  }

  void split(const Patch& patch) {
    for (Index i = patch.first; i < patch.last; ++i) mark_[std::size_t(order_[std::size_t(i)])] = rest;
    const auto [low, high] = seeds(patch);
    left_.clear();
    right_.clear();
    Side a{left, low, left_}, b{right, high, right_};
    add(a, low);
    add(b, high);
    grow(a, b);
    if (Index(a.nodes.size() + b.nodes.size()) < patch.nodes()) share_rest(patch, a, b);
    Index at = patch.first;
    for (Side* side : {&a, &b}) {
      std::sort(side->nodes.begin(), side->nodes.end());
      const Index first = at;
      for (const int node : side->nodes) {
        order_[std::size_t(at++)] = node;
        mark_[std::size_t(node)] = outside;
      }
      keep({first, at, side->points, side->ratios});
    }
  }

  void add(Side& side, int node) {
    if (!terrain_.flat()) {
      for (const int other : side.nodes) side.ratios += terrain_.ratio(node, other);
    }
    side.points += terrain_.weight(node);
    side.nodes.push_back(node);
    mark_[std::size_t(node)] = side.mark;
  }

  /// The two nodes farthest from each other; ties go to the lower nodes.
  std::pair<int, int> seeds(const Patch& patch) {
    const int* nodes = order_.data() + patch.first;
    const Index n = patch.nodes();
    if (terrain_.flat()) {
      found_.clear();
      for (Index i = 0; i < n; ++i) found_.push_back(terrain_.columns[std::size_t(nodes[i])]);
      const FarPair pair = farthest_pair(terrain_.points.samples, found_.data(), n);
      return {nodes[pair.first], nodes[pair.second]};
    }
    double most = 0;
    for (Index j = 1; j < n; ++j) {
      const double* row = terrain_.geodesics.row(nodes[j]);
      for (Index i = 0; i < j; ++i) most = std::max(most, row[nodes[i]]);
    }
    for (Index i = 0; i < n; ++i) {
      for (Index j = i + 1; j < n; ++j) {
        if (!clearly_less(terrain_.geodesics(nodes[i], nodes[j]), most)) return {nodes[i], nodes[j]};
      }
    }
    return {nodes[0], nodes[1]};
  }

  /// Both sides alternately take the neighbours of their nodes, until neither finds any.
  void grow(Side& a, Side& b) {
    for (;;) {
      found_.clear();
      look_around(a, by_left);
      look_around(b, by_right);
      if (found_.empty()) return;
      std::sort(found_.begin(), found_.end());
      const auto take = [&](int marks, Side& side) {
        for (const int node : found_) {
          if (mark_[std::size_t(node)] == (rest | marks)) add(side, node);
        }
      };
      take(by_left, a);
      take(by_right, b);
      take(by_left | by_right, smaller(a, b));
    }
  }

  Side& smaller(Side& a, Side& b) const {
    const auto score_of = [&](const Side& side) {
      return score({0, Index(side.nodes.size()), side.points, side.ratios});
    };
    return clearly_less(score_of(b), score_of(a)) ? b : a;
  }

  void look_around(Side& side, Mark by) {
    for (; side.grown < side.nodes.size(); ++side.grown) {
      const int column = terrain_.columns[std::size_t(side.nodes[side.grown])];
      for (const int* j = terrain_.lists.begin(column); j != terrain_.lists.end(column) && *j >= 0; ++j) {
        const int node = terrain_.node_of[std::size_t(*j)];
        if (node < 0 || !(mark_[std::size_t(node)] & rest) || (mark_[std::size_t(node)] & by)) continue;
        if (mark_[std::size_t(node)] == rest) found_.push_back(node);
        mark_[std::size_t(node)] = char(mark_[std::size_t(node)] | by);
      }
    }
  }

  /// Nodes in no list of either side: each goes to the side that is nearer at that time; when equally near,
  /// to the smaller one.
  void share_rest(const Patch& patch, Side& a, Side& b) {
    nearer_.clear();
    for (Index i = patch.first; i < patch.last; ++i) {
      const int node = order_[std::size_t(i)];
      if (mark_[std::size_t(node)] == rest) nearer_.emplace_back(node, nearer_side(node, a, b));
    }
    for (const auto& [node, side] : nearer_) {
      add(side == 0 ? smaller(a, b) : side < 0 ? a : b, node);
    }
  }

  /// -1: side a is nearer, +1: side b, 0: equally near.
  int nearer_side(int node, const Side& a, const Side& b) const {
    if (!terrain_.flat()) {
      const auto nearest = [&](const Side& side) {
        double least = std::numeric_limits<double>::infinity();
        for (const int other : side.nodes) least = std::min(least, terrain_.geodesics(node, other));
        return least;
      };
      const double to_a = nearest(a), to_b = nearest(b);
      return clearly_less(to_a, to_b) ? -1 : clearly_less(to_b, to_a) ? 1 : 0;
    }
    // Its own list is sorted by distance: the first listed node that is on a side is the nearest one there,
    // unless ties continue beyond the end of the list.
    double least = -1;
    int sides = 0;
    const int column = terrain_.columns[std::size_t(node)];
    for (const int* j = terrain_.lists.begin(column); j != terrain_.lists.end(column) && *j >= 0; ++j) {
      const int other = terrain_.node_of[std::size_t(*j)];
      const int mark = other < 0 ? 0 : mark_[std::size_t(other)] & (left | right);
      const double squared = terrain_.points.samples.squared_distance(column, *j);
      if (least >= 0 && squared > least) return sides == left ? -1 : sides == right ? 1 : 0;
      if (mark == 0) continue;
      least = squared;
      sides |= mark;
    }
    if (sides == (left | right)) return 0;
    if (Index(a.nodes.size() + b.nodes.size()) > exact_pair_most) {
      const double to_a = terrain_.squared(node, a.seed), to_b = terrain_.squared(node, b.seed);
      if (sides != 0 && least < (sides == left ? to_b : to_a)) return sides == left ? -1 : 1;
      return to_a < to_b ? -1 : to_b < to_a ? 1 : 0;
    }
    const auto nearest = [&](const Side& side) {
      double best = std::numeric_limits<double>::infinity();
      for (const int other : side.nodes) {
        best = std::min(best, terrain_.squared(node, other));
        if (best <= least) break;  // nothing is nearer than the nearest listed node
      }
      return best;
    };
    const double to_a = sides == left ? least : nearest(a), to_b = sides == right ? least : nearest(b);
    return to_a < to_b ? -1 : to_b < to_a ? 1 : 0;
  }

  const Terrain<S>& terrain_;
  double size_;
  Array<int> order_;
  Array<char> mark_;
  /// From the beginning: a heap of patches that may be split. From the end: those of one node. Together they
  /// are never more than the nodes.
  Array<Patch> patches_;
  std::size_t waiting_ = 0, single_ = 0;
  Index too_large_ = 0;
  Array<int> found_;
  Array<ColumnPair> nearer_;
  Array<int> left_, right_;  ///< nodes of the two sides of the current patch
};

}  // namespace tanda::internal
