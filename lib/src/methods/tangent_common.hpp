// What the tangent-space methods share: parameters, graphs, ridges.
#pragma once

#include "geometry/elimination.hpp"
#include "geometry/partition_parameters.hpp"
#include "local_scatter.hpp"

namespace tanda::internal {

template <class O>
constexpr auto absolute_parameter(const char* doc) {
  return field<O, &O::absolute>("absolute", {}, Stage::tangents, doc);
}
template <class O>
constexpr auto pair_weight_parameter() {
  return field<O, &O::gamma>("gamma", {0, 1e12, 0.1}, Stage::tangents,
                             "weight of keeping neighbouring tangent vectors alike");
}

/// Options of the methods with a tangent vector for each point or patch that is similar for neighbours.
struct CoupledOptions {
  int neighbors = 7;
  AffinityLists graph = AffinityLists::class_;
  bool sparse = true;
  double alpha = 0.1, gamma = 1, energy = 0.95;
  int tangent_dims = 0;
  bool absolute = false;
  Columns columns = Columns::b_normal;
};

/// The parameters for all but the last two members.
template <class O>
constexpr auto coupled_parameters(const char* neighbors_doc) {
  return fields(affinity_parameters<O>(neighbors_doc,
                                       "neighbours whose affinities soften the push between classes: of the "
                                       "class, or of any (the paper's form)"),
                field<O, &O::alpha>("alpha", {0, 1e12, 0.01}, Stage::tangents,
                                    "ridge on the direction and the tangent vectors", "0.01,0.1,1"),
                pair_weight_parameter<O>(), tangent_parameters<O>());
}
template <class O>
constexpr auto last_coupled_parameters() {
  return fields(
      absolute_parameter<O>("alpha and gamma as printed in the paper; otherwise in units of the data"),
      columns_parameter<O>());
}

/// Every weight of the graph divided by the size of its class: LFDA's within-class weights.
inline void divide_by_class_size(Graph& graph, const Classes& classes) {
  if (measuring(graph.to.home())) return;
  for (Index c = 0; c < classes.count(); ++c) {
    const Index first = graph.begin[std::size_t(classes.first(c))],
                last = graph.begin[std::size_t(classes.last(c))];
    for (Index e = first; e < last; ++e) graph.weight[std::size_t(e)] /= double(classes.size(c));
  }
}

/// Adds X L(W) X'.
template <class S>
void add_laplacian_scatter(MatrixD& to, const Problem<S>& p, const Graph& graph) {
  add_scatter<S>(to, p.samples, p.monitor,
                 [&](Index i, ColumnSum<S>& sum) { add_laplacian(sum, graph, i, 1.0); });
}

/// S_tt = Σ_ij W_ij ΔΔ' = 2 X L(W) X'.
template <class S>
MatrixD edge_scatter(const Problem<S>& p, const Graph& graph) {
  MatrixD result = laplacian_scatter(p.samples, graph, p.monitor);
  if (!measuring(p.home())) result *= 2;
  return result;
}

/// Equation (17) of the MPDA paper: twice LFDA's between-class scatter. `stand`: how many points each sample
/// stands for, null = one.
template <class S>
MatrixD affinity_between_scatter(const Problem<S>& p, const CoupledOptions& o, const NeighborLists& within,
                                 const VectorD* stand = nullptr) {
  const bool all = o.graph == AffinityLists::all;
  MatrixD result = local_between_scatter(p, o.sparse, all ? affinity_lists(p, o) : within, nullptr, stand);
  if (!measuring(p.home())) result *= 2;
  return result;
}

/// A ridge given in units of tr(S_tt)/d, or as it is printed.
template <class S>
double ridge_value(const Problem<S>& p, double ridge, bool absolute, const MatrixD& edges) {
  if (absolute) return in_data_units(p, ridge);
  return measuring(p.home()) ? ridge : ridge * edges.trace() / double(p.ambient);
}

/// The pair weight given in units of the mean squared length of the edges, or as it is printed.
template <class S>
double pair_weight(const Problem<S>& p, const CoupledOptions& o, const Graph& graph) {
  if (o.absolute || graph.edges() == 0 || measuring(p.home())) return in_data_units(p, o.gamma);
  return o.gamma * total_squared_length(graph, p.points.samples) / double(graph.edges());
}

/// The patches of a fit: those the caller gave, or those of the manifold partition. `lists` within classes,
/// if available, save a search. The result is invalid when cancelled.
template <class S>
Owners patches_of(const Problem<S>& p, const PartitionOptions& o, const NeighborLists* lists = nullptr) {
  p.monitor.stage("partition");
  const Partition patches = p.patches || p.given_patches > 0
                                ? given_partition(p.classes(), p.points.original, p.patches)
                                : partition(p.points, o, lists);
  if (p.monitor.cancelled()) return {};
  if (p.patches || p.given_patches > 0) return patch_owners(patches.patch, p.given_patches, p.largest_patch);
  // A point that stands for others forms one patch with them.
  return patch_owners(patches.patch, 0, o.samples > 0 ? 0 : o.size);
}

}  // namespace tanda::internal
