// Geodesics: distances along a neighbour graph, the shortest-path estimate of distances along a manifold.
#pragma once

#include "graph/graph.hpp"

namespace tanda::internal {

/// A number for every pair of nodes; symmetric, so one packed triangle is kept.
template <class T>
class PairTable {
 public:
  PairTable() = default;
  PairTable(Workspace* home, Index nodes) : nodes_(nodes), values_(home, entries(nodes)) {}

  Index nodes() const { return nodes_; }
  Workspace* home() const { return values_.home(); }
  T operator()(Index i, Index j) const { return i == j ? T(0) : i > j ? row(i)[j] : row(j)[i]; }
  /// Of node i and the nodes below it.
  const T* row(Index i) const { return values_.data() + entries(i); }
  void set(Index i, Index j, T value) {
    values_[entries(std::max(i, j)) + std::size_t(std::min(i, j))] = value;
  }

 private:
  static std::size_t entries(Index nodes) {
    return nodes < 2 ? 0 : std::size_t(nodes) * std::size_t(nodes - 1) / 2;
  }
  Index nodes_ = 0;
  Array<T> values_;
};

/// Distances along a graph.
using Geodesics = PairTable<double>;

/// The or-graph of the lists among `members` (columns in the order of their original indices), each edge as
/// heavy as it is long, its components joined by the shortest edges between them: one connected graph whose
/// node i is members[i]. `node_of` maps columns to nodes, -1 for columns that are no member. O(members · k ·
/// d), and O(members² · d) more at worst when there is something to join.
template <class S>
Graph length_graph(const Points<S>& points, const NeighborLists& lists, const Array<int>& members,
                   const Array<int>& node_of);

/// All shortest paths by Dijkstra's algorithm; unreachable nodes are infinitely far. O(n · edges · log n)
Geodesics shortest_paths(const Graph& lengths, Monitor& monitor);
/// The same in a table of as many nodes: where it is made before the graph, the graph is given back.
void find_shortest_paths(const Graph& lengths, Monitor& monitor, Geodesics& result);

}  // namespace tanda::internal
