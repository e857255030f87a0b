// What the tangent-space methods share: parameters, graphs, ridges.
#pragma once

#include "local_scatter.hpp"
#include "tanda/geometry/elimination.hpp"
#include "tanda/geometry/partition_parameters.hpp"

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

constexpr Parameter between_affinities_parameter() {
  return affinity_lists_parameter(
      "neighbours whose affinities soften the push between classes: of the class, or of any (the paper's "
      "form)");
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

/// Equation (17) of the MPDA paper: twice LFDA's between-class scatter. `stand`: how many points each sample
/// stands for, null = one.
template <class S>
MatrixD affinity_between_scatter(const Problem<S>& p, const NeighborLists& within,
                                 const VectorD* stand = nullptr) {
  const bool all = p.parameters.choice("graph") == "all";
  MatrixD result = local_between_scatter(p, all ? affinity_lists(p) : within, nullptr, stand);
  result *= 2;
  return result;
}

/// A ridge given in units of tr(S_tt)/d, or as it is printed.
template <class S>
double ridge_value(const Problem<S>& p, const char* name, const MatrixD& edges) {
  if (p.parameters.flag("absolute")) return in_data_units(p, name);
  return p.parameters.get(name) * edges.trace() / double(p.ambient);
}

/// The pair weight given in units of the mean squared length of the edges, or as it is printed.
template <class S>
double pair_weight(const Problem<S>& p, const Graph& graph) {
  if (p.parameters.flag("absolute") || graph.edges() == 0) return in_data_units(p, "gamma");
  return p.parameters.get("gamma") * total_squared_length(graph, p.points.samples) / double(graph.edges());
}

/// The patches of a fit: those the caller gave, or those of the manifold partition. `lists` of the own class,
/// if they are there, save a search. Of no use when cancelled.
template <class S>
Owners patches_of(const Problem<S>& p, const NeighborLists* lists = nullptr) {
  p.monitor.stage("partition");
  const Partition patches = p.patches ? given_partition(p.classes(), p.points.original, p.patches)
                                      : partition(p.points, partition_options(p.parameters), lists);
  return p.monitor.cancelled() ? Owners{} : patch_owners(patches.patch);
}

// ---- memory plans

/// The scatter matrix of `affinity_between_scatter` stays.
void plan_affinity_between(MemoryPlan& plan, const Shape& shape, const Parameters& parameters);

/// A tangent space at each of `samples` points, or one for each patch of them. Those of patches have no more
/// axes than points: each patch has one less than it has points.
TangentPlan plan_of_points(const Shape& shape, double samples, const Parameters& parameters);
TangentPlan plan_of_patches(const Shape& shape, double samples, const Parameters& parameters);

}  // namespace tanda
