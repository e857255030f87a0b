// Geodesics: distances along a neighbour graph, the shortest-path estimate of distances along a manifold.
#pragma once

#include "tanda/graph/graph.hpp"

namespace tanda {

/// Distances between all pairs of nodes; symmetric, so one packed triangle is kept.
class Geodesics {
 public:
  Geodesics() = default;
  explicit Geodesics(Index nodes) : nodes_(nodes), values_(entries(nodes)) {}

  Index nodes() const { return nodes_; }
  double operator()(Index i, Index j) const { return i == j ? 0.0 : i > j ? row(i)[j] : row(j)[i]; }
  /// Distances of node i to the nodes below it.
  const double* row(Index i) const { return values_.data() + entries(i); }
  void set(Index i, Index j, double distance) {
    values_[entries(std::max(i, j)) + std::size_t(std::min(i, j))] = distance;
  }

 private:
  static std::size_t entries(Index nodes) {
    return nodes < 2 ? 0 : std::size_t(nodes) * std::size_t(nodes - 1) / 2;
  }
  Index nodes_ = 0;
  std::vector<double> values_;
};

/// The or-graph of the lists among `members` (columns in the order of their original indices), each edge as
/// heavy as it is long, its components joined by the shortest edges between them: one connected graph whose
/// node i is members[i]. `node_of` maps columns to nodes, -1 for columns that are no member. O(members · k ·
/// d), and O(members² · d) more at worst when there is something to join.
template <class S>
Graph length_graph(const Points<S>& points, const NeighborLists& lists, const std::vector<int>& members,
                   const std::vector<int>& node_of);

/// All shortest paths by Dijkstra's algorithm; unreachable nodes are infinitely far. O(n · edges · log n)
Geodesics shortest_paths(const Graph& lengths, Monitor& monitor);

/// Bytes of the distances between `nodes` nodes; the making of them and of their graph.
double geodesic_bytes(double nodes);
void plan_geodesics(MemoryPlan& plan, double nodes, double k);

}  // namespace tanda
