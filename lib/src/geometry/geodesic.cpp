#include "geometry/geodesic.hpp"

#include <cmath>
#include <limits>
#include <tuple>

namespace tanda::internal {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

/// The lists restricted to the members, as lists of nodes.
NeighborLists lists_of_nodes(const NeighborLists& lists, const Array<int>& members,
                             const Array<int>& node_of) {
  Workspace* const home = members.home();
  NeighborLists result{lists.width, Array<int>(home, members.size() * std::size_t(lists.width))};
  if (measuring(home)) return result;
  int* out = result.at.data();
  for (const int column : members) {
    for (const int* j = lists.begin(column); j != lists.end(column); ++j) {
      *out++ = *j < 0 ? -1 : node_of[std::size_t(*j)];
    }
  }
  return result;
}

/// The connected component of every node; components are numbered in the order of their lowest nodes.
struct Components {
  Array<int> of;
  int count = 0;
};

/// A counting run assumes the most there can be: each node alone.
Components components(const Graph& graph) {
  Workspace* const home = graph.to.home();
  Components result{Array<int>(home, std::size_t(graph.nodes()), -1)};
  Array<int> stack(home);
  stack.reserve(std::size_t(graph.nodes()));
  if (measuring(home)) {
    result.count = int(graph.nodes());
    return result;
  }
  for (Index start = 0; start < graph.nodes(); ++start) {
    if (result.of[std::size_t(start)] >= 0) continue;
    result.of[std::size_t(start)] = result.count;
    for (stack.push_back(int(start)); !stack.empty();) {
      const std::size_t i = std::size_t(stack.back());
      stack.pop_back();
      for (Index e = graph.begin[i]; e < graph.begin[i + 1]; ++e) {
        const int j = graph.to[std::size_t(e)];
        if (result.of[std::size_t(j)] >= 0) continue;
        result.of[std::size_t(j)] = result.count;
        stack.push_back(j);
      }
    }
    ++result.count;
  }
  return result;
}

/// The edges that would be added by repeatedly joining two components with the shortest edge between any.
/// These are the edges of the minimum spanning tree of the components (Kruskal); Prim's algorithm finds the
/// same tree without sorting all pairs, in O(n) memory.
template <class S>
void add_joining_edges(const Points<S>& points, const Array<int>& members, const Components& parts,
                       Pairs& edges) {
  struct Link {
    double squared = infinite;
    int inside = -1;
  };
  const int n = int(members.size());
  const auto key = [](const Link& link, int node) {  // a total order, so that the tree is unique
    return std::tuple(link.squared, std::min(link.inside, node), std::max(link.inside, node));
  };
  Array<Link> links(members.home(), members.size());
  Array<char> joined(members.home(), std::size_t(parts.count), 0);
  if (measuring(members.home())) return;
  const auto is_outside = [&](int node) { return !joined[std::size_t(parts.of[std::size_t(node)])]; };
  for (int part = 0; points.monitor.advance(std::min(1.0, double(edges.size()) / parts.count));) {
    joined[std::size_t(part)] = 1;
    int nearest = -1;
    for (int i = 0; i < n; ++i) {
      if (parts.of[std::size_t(i)] != part) continue;
      if (!points.monitor.work(2.0 * double(n) * double(points.samples.dims()))) return;
      for (int j = 0; j < n; ++j) {
        if (!is_outside(j)) continue;
        const Link link{points.samples.squared_distance(members[std::size_t(i)], members[std::size_t(j)]), i};
        Link& best = links[std::size_t(j)];
        if (best.inside < 0 || key(link, j) < key(best, j)) best = link;
      }
    }
    for (int j = 0; j < n; ++j) {
      if (!is_outside(j)) continue;
      if (nearest < 0 || key(links[std::size_t(j)], j) < key(links[std::size_t(nearest)], nearest))
        nearest = j;
    }
    if (nearest < 0) break;
    edges.emplace_back(links[std::size_t(nearest)].inside, nearest);
    part = parts.of[std::size_t(nearest)];
  }
}

/// The graph with its components joined by the shortest edges between them.
template <class S>
Graph joined_graph(const Points<S>& points, const Array<int>& members, const Graph& graph,
                   const Components& parts) {
  Pairs pairs(members.home());
  const std::size_t most = std::size_t(graph.edges() / 2 + parts.count - 1);
  pairs.reserve(most);
  add_joining_edges(points, members, parts, pairs);
  if (measuring(members.home())) {
    pairs.resize(most);
    return or_graph(pairs, graph.nodes());
  }
  for (Index i = 0; i < graph.nodes(); ++i) {
    for (Index e = graph.begin[std::size_t(i)]; e < graph.begin[std::size_t(i) + 1]; ++e) {
      if (graph.to[std::size_t(e)] > i) pairs.emplace_back(int(i), graph.to[std::size_t(e)]);
    }
  }
  return or_graph(pairs, graph.nodes());
}

struct Reached {
  double distance;
  int node;
  bool operator<(const Reached& other) const {
    return distance > other.distance;
  }  // nearest on top of a heap
};

/// Shortest paths from a block of sources that are near each other.
class PathBlock {
 public:
  PathBlock(const Graph& lengths, Workspace* home)
      : lengths_(lengths),
        room_(home, lanes, lengths.nodes()),
        from_(room_.data(), lanes, lengths.nodes()),
        done_(home, std::size_t(lengths.nodes())),
        waiting_(home, std::size_t(lengths.nodes())),
        distance_(home, std::size_t(lengths.nodes())),
        heap_(home),
        order_(home) {
    // Each edge is pushed at most once, when its first node is reached.
    heap_.reserve(std::size_t(lengths.edges()) + 1);
    order_.reserve(std::size_t(lengths.nodes()));
  }

  /// Writes the distances of `first` and of the nearest nodes that are not done yet; returns how many nodes
  /// those are.
  Index run(int first, Geodesics& result) {
    find_order(first);
    int sources[lanes];
    Index count = 0;
    for (std::size_t i = 0; i < order_.size() && count < lanes; ++i) {
      if (!done_[std::size_t(order_[i])]) sources[count++] = order_[i];
    }
    from_.setConstant(unreached);
    for (const int node : order_) {
      if (!done_[std::size_t(node)]) continue;
      for (Index lane = 0; lane < count; ++lane) from_(lane, node) = result(sources[lane], node);
      waiting_[std::size_t(node)] = 1;
    }
    for (Index lane = 0; lane < count; ++lane) {
      from_(lane, sources[lane]) = 0;
      waiting_[std::size_t(sources[lane])] = 1;
    }
    while (walk()) continue;
    for (Index node = 0; node < lengths_.nodes(); ++node) {
      if (done_[std::size_t(node)]) continue;
      for (Index lane = 0; lane < count; ++lane) {
        const double distance = from_(lane, node);
        if (node != sources[lane])
          result.set(node, sources[lane], distance < unreached ? distance : infinite);
      }
    }
    for (Index lane = 0; lane < count; ++lane) done_[std::size_t(sources[lane])] = 1;
    return count;
  }
  bool done(Index node) const { return done_[std::size_t(node)] != 0; }

 private:
  static constexpr Index lanes = 16;
  static constexpr double unreached =
      std::numeric_limits<double>::max();  // finite, because differences of infinite distances would be NaN

  /// Lists the nodes in the order of their distance from `first` (Dijkstra's algorithm).
  void find_order(int first) {
    distance_.assign(std::size_t(lengths_.nodes()), infinite);
    order_.clear();
    distance_[std::size_t(first)] = 0;
    heap_.assign(1, {0.0, first});
    while (!heap_.empty()) {
      const Reached near = heap_.front();
      std::pop_heap(heap_.begin(), heap_.end());
      heap_.pop_back();
      const std::size_t i = std::size_t(near.node);
      if (near.distance > distance_[i]) continue;  // a shorter path was found after this was pushed
      order_.push_back(near.node);
      for (Index e = lengths_.begin[i]; e < lengths_.begin[i + 1]; ++e) {
        const int j = lengths_.to[std::size_t(e)];
        const double length = near.distance + lengths_.weight[std::size_t(e)];
        if (!(length < distance_[std::size_t(j)])) continue;
        distance_[std::size_t(j)] = length;
        heap_.push_back({length, j});
        std::push_heap(heap_.begin(), heap_.end());
      }
    }
  }

  /// Relaxes the edges of all waiting nodes in the order found; true if there was any.
  bool walk() {
    bool any = false;
    for (const int node : order_) {
      if (!waiting_[std::size_t(node)]) continue;
      waiting_[std::size_t(node)] = 0;
      any = true;
      const Lane near = from_.col(node);
      for (Index e = lengths_.begin[std::size_t(node)]; e < lengths_.begin[std::size_t(node) + 1]; ++e) {
        const int j = lengths_.to[std::size_t(e)];
        if (done_[std::size_t(j)]) continue;
        const Lane old = from_.col(j);
        const Lane shorter = old.min(near + lengths_.weight[std::size_t(e)]);
        if (!((old - shorter).sum() > 0)) continue;
        from_.col(j) = shorter;
        waiting_[std::size_t(j)] = 1;
      }
    }
    return any;
  }

  using Lane = Eigen::Array<double, lanes, 1>;
  const Graph& lengths_;
  MatrixD room_;
  /// Distance from each source to each node.
  Eigen::Map<Eigen::Array<double, lanes, Eigen::Dynamic>, Eigen::AlignedMax> from_;
  Array<char> done_;     ///< all its distances are known
  Array<char> waiting_;  ///< a shorter path was found since its edges were last relaxed
  Array<double> distance_;
  Array<Reached> heap_;
  Array<int> order_;
};

}  // namespace

template <class S>
Graph length_graph(const Points<S>& points, const NeighborLists& lists, const Array<int>& members,
                   const Array<int>& node_of) {
  Graph graph = or_graph(lists_of_nodes(lists, members, node_of));
  const Components parts = components(graph);
  if (parts.count > 1) graph = joined_graph(points, members, graph, parts);
  if (measuring(members.home())) return graph;
  for (std::size_t i = 0; i < members.size(); ++i) {
    for (Index e = graph.begin[i]; e < graph.begin[i + 1]; ++e) {
      const int j = members[std::size_t(graph.to[std::size_t(e)])];
      graph.weight[std::size_t(e)] = std::sqrt(points.samples.squared_distance(members[i], j));
    }
  }
  return graph;
}

// Dijkstra's algorithm from one source gives the order for the nearest other sources as well: shortest paths
// from neighbouring sources reach the nodes in nearly the same order. Walking that order once or twice
// relaxes a whole block of sources, several in one register, without a heap. Nodes that still change remain
// marked as waiting and are walked again. Distances from earlier sources are known already.
Geodesics shortest_paths(const Graph& lengths, Monitor& monitor) {
  Geodesics result(lengths.to.home(), lengths.nodes());
  find_shortest_paths(lengths, monitor, result);
  return result;
}

void find_shortest_paths(const Graph& lengths, Monitor& monitor, Geodesics& result) {
  const Index n = lengths.nodes();
  PathBlock block(lengths, result.home());
  if (measuring(result.home())) return;
  Index count = 0;
  for (Index first = 0; first < n; ++first) {
    if (block.done(first)) continue;
    if (!monitor.advance(double(count) / double(n))) break;
    count += block.run(int(first), result);
  }
}

template Graph length_graph(const Points<float>&, const NeighborLists&, const Array<int>&, const Array<int>&);
template Graph length_graph(const Points<double>&, const NeighborLists&, const Array<int>&,
                            const Array<int>&);

}  // namespace tanda::internal
