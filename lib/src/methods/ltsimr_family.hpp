// Tangent space intrinsic manifold regularisation and its linear form: parameters and the graph they share.
#pragma once

#include "spectral/inverse_iteration.hpp"
#include "tangent_common.hpp"

namespace tanda::internal {

struct IntrinsicOptions {
  int neighbors = 10, tangent_dims = 0;
  double gamma = 1, energy = 0.95;
};

template <class O>
constexpr auto intrinsic_parameters() {
  return fields(neighbors_parameter<O>(), pair_weight_parameter<O>(), tangent_parameters<O>());
}

/// Heat weights on the k-NN or-graph, of width mean squared distance to the nearest neighbour.
template <class S>
Graph intrinsic_graph(const Problem<S>& p, const NeighborLists& lists) {
  Graph graph = or_graph(lists);
  if (measuring(p.home())) return graph;
  double width = 0;
  for (Index i = 0; i < lists.count(); ++i) width += p.points.samples.squared_distance(i, lists.begin(i)[0]);
  width /= double(lists.count());
  if (width > 0) heat_weights(graph, p.points.samples, width);
  return graph;
}

/// The ridge on S_vv, as a fraction of its mean diagonal entry, so that it can be factored.
inline constexpr TangentRidge intrinsic_ridge{0, 1e-9};

/// Smallest of (S_tt − S_tv S_vv⁻¹ S_vt, XX') for any owners of tangent bases.
template <class S>
Result<Solution> intrinsic_projection(const Problem<S>& p, const IntrinsicOptions& o, Columns columns,
                                      const NeighborLists& lists, const Owners& owners) {
  p.monitor.stage("graph");
  if (p.monitor.cancelled()) return Solution{};  // the lists may be empty
  const Graph graph = intrinsic_graph(p, lists);
  p.monitor.stage("scatter");
  MatrixD a = edge_scatter(p, graph);
  p.monitor.stage("tangents");
  eliminate_coupled(a, p.samples, graph, p.classes(), owners, {o.tangent_dims, o.energy}, intrinsic_ridge,
                    in_data_units(p, o.gamma), p.monitor);
  p.monitor.stage("scatter");
  MatrixD b = outer_product(p.samples, 0, p.samples.count(), &p.monitor);
  return solve(p, Pencil{std::move(a), std::move(b), End::smallest}, columns);
}

/// Makes the form definite: it is zero for constant values f.
inline void lift_values(FreeForm& free, double shift) {
  const Array<Index>& begin = free.form.begin();
  Index node = 0;
  Array<Index> rows = free.row;
  if (measuring(rows.home())) return;
  std::sort(rows.begin(), rows.end());
  for (const Index row : rows) {
    while (begin[std::size_t(node) + 1] <= row) ++node;
    const Index at = row - begin[std::size_t(node)];
    free.form.diagonal(node)(at, at) += shift;
  }
}

/// The smallest eigenvectors f ⊥ 1 of the form with the tangent vectors eliminated: an embedding of the
/// samples themselves. The elimination is done in each step of the iteration, so no matrix is n×n.
template <class S>
Result<Solution> intrinsic_embedding(const Problem<S>& p, const IntrinsicOptions& o,
                                     const NeighborLists& lists, const Owners& owners) {
  p.monitor.stage("graph");
  if (p.monitor.cancelled()) return Solution{};  // the lists may be empty
  const Graph graph = intrinsic_graph(p, lists);
  p.monitor.stage("tangents");
  FreeForm free = free_form(p.samples, graph, owners, {o.tangent_dims, o.energy}, intrinsic_ridge,
                            in_data_units(p, o.gamma), &p.monitor);
  if (p.monitor.cancelled()) return Solution{};
  const Index n = p.samples.count();
  const bool counting = measuring(p.home());
  double degrees = 0;
  for (Index i = 0; i < n && !counting; ++i) degrees += graph.degree(i);
  const double shift = relative_shift * (degrees > 0 ? 2 * degrees / double(n) : 1);
  lift_values(free, shift);
  BlockCholesky<double> factor(free.form, &p.monitor);
  p.monitor.stage("solve");
  if (p.monitor.cancelled() || !p.monitor.afford(factor.bytes())) return Solution{};
  if (!factor.factor(free.form, 0, &p.monitor)) return Status(Code::no_variation);
  const Index rows = factor.rows();
  const auto solve_values = [&](MatrixD& v) {
    MatrixD all(v.home(), v.rows(), rows);
    if (!counting) all.setZero();
    for (Index i = 0; i < n && !counting; ++i) all.col(free.row[std::size_t(i)]) = v.col(i);
    factor.solve(all, &p.monitor);
    for (Index i = 0; i < n && !counting; ++i) v.col(i) = all.col(free.row[std::size_t(i)]);
    // The form is zero for constants; centring keeps f ⊥ 1.
    centre_columns(v);
  };
  Eigenpairs pairs = smallest_eigenpairs(n, std::min(p.dims, n - 1), shift, solve_values, p.monitor,
                                         std::numeric_limits<double>::infinity(), p.home());
  Solution solution;
  solution.values = std::move(pairs.values);
  solution.embedding = std::move(pairs.vectors);
  return solution;
}

}  // namespace tanda::internal
