// What the tangent-space methods share: parameters, graphs, ridges.
#pragma once

#include "common.hpp"
#include "tanda/geometry/elimination.hpp"
#include "tanda/geometry/partition_parameters.hpp"
#include "tanda/graph/affinity.hpp"

namespace tanda {

constexpr Parameter absolute_parameter(const char* doc) {
  return flag("absolute", false, doc);
}
constexpr Parameter pair_weight_parameter() {
  return real("gamma", 1, 0, 1e12, 0.1, "weight of keeping neighbouring tangent vectors alike");
}
constexpr Parameter alpha_parameter() {
  return real("alpha", 0.1, 0, 1e12, 0.01, "ridge on the direction and the tangent vectors", "0.01,0.1,1");
}

/// Every weight of the graph divided by the size of its class: LFDA's within-class weights.
inline void divide_by_class_size(Graph& graph, const Classes& classes) {
  for (Index c = 0; c < classes.count(); ++c) {
    const Index first = graph.begin[std::size_t(classes.first(c))],
                last = graph.begin[std::size_t(classes.last(c))];
    for (Index e = first; e < last; ++e) graph.weight[std::size_t(e)] /= double(classes.size(c));
  }
}

/// S_tt = Σ_ij W_ij ΔΔ' = 2 X L(W) X'.
template <class S>
MatrixD edge_scatter(const Problem<S>& p, const Graph& graph) {
  MatrixD result = laplacian_scatter(p.samples, graph, p.monitor);
  result *= 2;
  return result;
}

/// Twice LFDA's between-class scatter, its affinities on the lists or, with graph = all, on neighbours of any
/// class.
template <class S>
MatrixD affinity_between_scatter(const Problem<S>& p, const NeighborLists& within) {
  const bool all = p.parameters.choice("graph") == "all";
  const Graph graph = affinity_graph(p.points, all ? nearest(p.points, within.width) : within);
  p.monitor.stage("scatter");
  MatrixD result = local_between_scatter(p, &graph);
  result *= 2;
  return result;
}

/// A ridge given in units of tr(S_tt)/d, or as it is printed.
template <class S>
double ridge_value(const Problem<S>& p, const char* name, const MatrixD& edges) {
  const double value = p.parameters.get(name);
  return p.parameters.flag("absolute") ? value : value * edges.trace() / double(p.ambient);
}

/// The pair weight given in units of the mean squared length of the edges, or as it is printed.
template <class S>
double pair_weight(const Problem<S>& p, const Graph& graph) {
  const double value = p.parameters.get("gamma");
  if (p.parameters.flag("absolute") || graph.edges() == 0) return value;
  return value * total_squared_length(graph, p.points.samples) / double(graph.edges());
}

// ---- memory plans

/// The scatter matrix of `affinity_between_scatter` stays.
void plan_affinity_between(MemoryPlan& plan, const Shape& shape, const Parameters& parameters);

/// A tangent space at each of `samples` points, or one for each patch of them. Those of patches have no more
/// axes than points: each patch has one less than it has points.
TangentPlan plan_of_points(const Shape& shape, double samples, const Parameters& parameters);
TangentPlan plan_of_patches(const Shape& shape, double samples, const Parameters& parameters);

}  // namespace tanda
