// Sparse symmetric graphs and their Laplacian scatter matrices X·L·X'.
#pragma once

#include "graph/neighbors.hpp"

namespace tanda::internal {

/// Symmetric adjacency in compressed rows: the edges of i are begin[i]..begin[i+1]. It is in the workspace of
/// the lists it is made of. In a counting workspace it has as many edges as there may be, and no entries.
struct Graph {
  Array<Index> begin;
  Array<int> to;
  Array<double> weight;

  Index nodes() const { return static_cast<Index>(begin.size()) - 1; }
  Index edges() const { return static_cast<Index>(to.size()); }
  Workspace* home() const { return to.home(); }
  double degree(Index i) const {
    double sum = 0;
    for (Index e = begin[std::size_t(i)]; e < begin[std::size_t(i) + 1]; ++e) sum += weight[std::size_t(e)];
    return sum;
  }
};

/// Edge i–j of weight 1 if i is in j's list or j in i's.
Graph or_graph(const NeighborLists& lists);
/// The same, restricted to neighbours of the same class.
Graph or_graph(const NeighborLists& lists, const Classes& classes);
/// The same for pairs; a pair given twice, or in both directions, is one edge.
Graph or_graph(const Pairs& pairs, Index nodes);
/// Edge i–j weighted by the number of directions it is listed in: the sum over all points of the star of its
/// list.
Graph star_graph(const NeighborLists& lists);

/// Splits each list into neighbours of the same class and of other classes.
SplitLists split_by_class(NeighborLists lists, const Classes& classes);

/// Sum of the squared lengths of the edges, each counted from both ends; 0 for a counted graph without
/// entries.
template <class S>
double total_squared_length(const Graph& graph, const Samples<S>& samples);

/// Multiplies each weight by the numbers of points that its two ends stand for.
void stand_weights(Graph& graph, const VectorD& stand);

/// Multiplies the weights by exp(−‖xi−xj‖²/width).
template <class S>
void heat_weights(Graph& graph, const Samples<S>& samples, double width);

/// Adds factor · (row i of L(W)·X) to a column of a scatter product.
template <class S>
void add_laplacian(ColumnSum<S>& sum, const Graph& graph, Index i, double factor) {
  double degree = 0;
  for (Index e = graph.begin[std::size_t(i)]; e < graph.begin[std::size_t(i) + 1]; ++e) {
    const double weight = graph.weight[std::size_t(e)];
    sum.add(-factor * weight, graph.to[std::size_t(e)]);
    degree += weight;
  }
  sum.add(factor * degree, i);
}

/// X·L(W)·X', lower triangle. O(edges d + n d²)
template <class S>
MatrixD laplacian_scatter(const Samples<S>& samples, const Graph& graph, Monitor& monitor) {
  return scatter(samples, monitor, [&](Index i, ColumnSum<S>& sum) { add_laplacian(sum, graph, i, 1.0); });
}

}  // namespace tanda::internal
