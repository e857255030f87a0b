// Edges of one column, and what one edge of the pair term adds: shared by what builds tangent systems.
#pragma once

#include "tanda/geometry/elimination.hpp"
#include "tanda/linalg/dense.hpp"

namespace tanda {

/// Edges of column j as differences (p×deg) and their weights.
template <class S>
void star_of(const Samples<S>& samples, const Graph& graph, Index j, MatrixD& differences, VectorD& weights) {
  const Index first = graph.begin[std::size_t(j)], degree = graph.begin[std::size_t(j) + 1] - first;
  reshape(differences, samples.dims(), degree);
  reshape(weights, degree);
  for (Index e = 0; e < degree; ++e) {
    samples.difference(graph.to[std::size_t(first + e)], j, differences.col(e).data());
    weights[e] = graph.weight[std::size_t(first + e)];
  }
}

/// a + value·I
inline void add_to_diagonal(Target<double> a, double value) {
  for (Index i = 0; i < a.rows; ++i) a.data[i * (a.stride + 1)] += value;
}

/// Adds both directions of an edge of the pair term: g W (‖v_p − A v_q‖² + ‖v_q − A'v_p‖²), A = T_p'T_q.
/// Gives the block between the two.
inline MatrixD add_pair(const MatrixD& a, double g, Target<double> from, Target<double> to) {
  add_product(from, a, a.transpose(), g);
  add_to_diagonal(from, g);
  add_product(to, a.transpose(), a, g);
  add_to_diagonal(to, g);
  return -2 * g * a;
}

/// Blocks of a system, for a plan: those of the nodes and of the links between them, at most all.
inline double block_bytes(const TangentPlan& t, double rows, double rows_each) {
  const double links = std::min(rows * rows_each * t.links, rows * rows / 2);
  return 8 * (rows * rows_each + links) + 64 * t.owners * (1 + std::min(t.links, t.owners));
}

}  // namespace tanda
