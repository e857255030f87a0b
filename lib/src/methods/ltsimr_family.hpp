// Tangent space intrinsic manifold regularisation and its linear form: parameters and the graph they share.
#pragma once

#include "tangent_common.hpp"

namespace tanda {

/// Heat weights on the k-NN or-graph, of width mean squared distance to the nearest neighbour.
template <class S>
Graph intrinsic_graph(const Problem<S>& p, const NeighborLists& lists) {
  Graph graph = or_graph(lists);
  double width = 0;
  for (Index i = 0; i < lists.count(); ++i) width += p.points.samples.squared_distance(i, lists.begin(i)[0]);
  width /= double(lists.count());
  if (width > 0) heat_weights(graph, p.points.samples, width);
  return graph;
}

/// S_vv gets this part of its mean diagonal entry, so that it can be factored.
inline constexpr TangentRidge intrinsic_ridge{0, 1e-9};

/// Smallest of (S_tt − S_tv S_vv⁻¹ S_vt, XX') for any owners of tangent bases.
template <class S>
Result<Solution> intrinsic_projection(const Problem<S>& p, const NeighborLists& lists, const Owners& owners) {
  p.monitor.stage("graph");
  const Graph graph = intrinsic_graph(p, lists);
  p.monitor.stage("scatter");
  MatrixD a = edge_scatter(p, graph);
  p.monitor.stage("tangents");
  eliminate_coupled(a, p.samples, graph, p.classes(), owners, tangent_choice(p.parameters), intrinsic_ridge,
                    p.parameters.get("gamma"), p.monitor);
  p.monitor.stage("scatter");
  MatrixD b = outer_product(p.samples, 0, p.samples.count());
  return solve(p, Pencil{std::move(a), std::move(b), End::smallest}, columns_choice(p));
}

/// The smallest eigenvectors f ⊥ 1 of the eliminated form: an embedding of the samples themselves. O(n³)
template <class S>
Result<Solution> intrinsic_embedding(const Problem<S>& p, const NeighborLists& lists, const Owners& owners) {
  p.monitor.stage("graph");
  const Graph graph = intrinsic_graph(p, lists);
  p.monitor.stage("tangents");
  MatrixD form = eliminated_free_form(p.samples, graph, owners, tangent_choice(p.parameters), intrinsic_ridge,
                                      p.parameters.get("gamma"));
  p.monitor.stage("solve");
  if (p.monitor.cancelled()) return Solution{};
  // Constants cost nothing: lifting them above everything else leaves the f ⊥ 1.
  const Index n = p.samples.count();
  form.array() += form.trace() / double(n);
  Eigenpairs pairs = solve(Pencil{std::move(form), {}, End::smallest}, std::min(p.dims, n - 1));
  Solution solution;
  solution.values = std::move(pairs.values);
  solution.embedding = std::move(pairs.vectors);
  return solution;
}

inline void plan_intrinsic_embedding(MemoryPlan& plan, const Shape& shape, double owners,
                                     const Parameters& parameters) {
  const double k = parameters.get("neighbors"), n = shape.samples;
  plan_lists(plan, shape, k);
  plan_graph(plan, shape, k);
  plan.hold(8 * n * n);
  plan_coupled(plan, shape, owners, k, parameters);
  plan.use(4 * 8 * n * n);
}

}  // namespace tanda
