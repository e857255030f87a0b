// Geodesics: shortest paths in a neighbour graph, which estimate distances along a manifold.
#pragma once

#include "graph/graph.hpp"

namespace tanda::internal {

/// A value for every pair of nodes. Symmetric: only a packed triangle is stored.
template <class T>
class PairTable {
 public:
  PairTable() = default;
  PairTable(Workspace* home, Index nodes) : nodes_(nodes), values_(home, entries(nodes)) {}

  Index nodes() const { return nodes_; }
  Workspace* home() const { return values_.home(); }
  T operator()(Index i, Index j) const { return i == j ? T(0) : i > j ? row(i)[j] : row(j)[i]; }
  /// The values of node i with nodes 0..i.
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

/// The or-graph of the lists restricted to `members` (columns in the order of their original indices), each
/// edge weighted by its length, its components joined by the shortest edges between them: a connected graph
/// whose node i is members[i]. `node_of` maps columns to nodes, -1 for columns that are no members. O(members
/// · k · d), plus at worst O(members² · d) when there are components to join.
template <class S>
Graph length_graph(const Points<S>& points, const NeighborLists& lists, const Array<int>& members,
                   const Array<int>& node_of);

/// All shortest paths by Dijkstra's algorithm; unreachable nodes have infinite distance. O(n · edges · log n)
Geodesics shortest_paths(const Graph& lengths, Monitor& monitor);
/// The same, into a table for as many nodes. With the table allocated before the graph, the graph's memory
/// can be given back while the table stays.
void find_shortest_paths(const Graph& lengths, Monitor& monitor, Geodesics& result);

}  // namespace tanda::internal
