// Manifold partition discriminant analysis: one tangent vector per patch of a class's manifold.
#include "tangent_common.hpp"

namespace tanda {
namespace {

constexpr Parameter mpda_parameters[] = {
    neighbors_parameter(7, "neighbours that make the local scale and the graph"),
    between_affinities_parameter(),
    sparse_parameter(),
    alpha_parameter(),
    pair_weight_parameter(),
    tangent_dims_parameter(0),
    energy_parameter(0.95),
    patch_neighbors_parameter(),
    patch_size_parameter(),
    geodesic_parameter(),
    anchors_parameter(),
    two_stage_parameter(),
    absolute_parameter("alpha and gamma as printed in the paper; otherwise in units of the data"),
    columns_parameter()};

constexpr MethodInfo mpda_info = compared(
    {"mpda", "Manifold partition discriminant analysis", Family::tangent,
     "Cuts each class into nearly flat patches and forgives movement along them.",
     "Zhou and Sun, IEEE Transactions on Cybernetics 47(4), 2017", mpda_parameters, Supervision::labels},
    6);

template <class S>
Result<Solution> mpda(const Problem<S>& p) {
  p.monitor.stage("neighbors");
  const Index k = p.parameters.count("neighbors");
  const NeighborLists lists = nearest_within(p.points, k);
  const Graph within = or_graph(lists);
  MatrixD a = affinity_between_scatter(p, lists);
  p.monitor.stage("partition");
  const Partition patches = partition(p.points, partition_options(p.parameters), &lists);
  if (p.monitor.cancelled()) return Solution{};
  const Owners owners = patch_owners(patches.patch);
  p.monitor.stage("scatter");
  MatrixD b = edge_scatter(p, within);
  const double alpha = ridge_value(p, "alpha", b);
  p.monitor.stage("tangents");
  eliminate_coupled(b, p.samples, within, p.classes(), owners, tangent_choice(p.parameters), {alpha, 0},
                    pair_weight(p, within), p.monitor);
  b.diagonal().array() += alpha;
  return solve(p, Pencil{std::move(a), std::move(b), End::largest}, columns_choice(p));
}

void plan_mpda(MemoryPlan& plan, const Shape& shape, const Parameters& parameters) {
  const double k = parameters.get("neighbors");
  plan_lists(plan, shape, k);
  plan_graph(plan, shape, k);
  plan_affinity_between(plan, shape, parameters);
  plan_partition(plan, shape, partition_options(parameters), shape.largest_class);
  plan.hold(12 * shape.samples);  // owners
  plan_scatter(plan, shape);
  plan_eliminate_coupled(plan, shape, plan_of_patches(shape, shape.largest_class, parameters));
  plan_solve(plan, shape, true);
}

}  // namespace

Method mpda_method() {
  return {&mpda_info, mpda<float>, mpda<double>, plan_mpda};
}

}  // namespace tanda
