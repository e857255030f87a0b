// LPFE with one tangent space per patch of the manifold partition.
#include "parallel_fields.hpp"

namespace tanda {
namespace {

constexpr Parameter mp_lpfe_parameters[] = {neighbors_parameter(5, "same-class neighbours of each sample"),
                                            tangent_dims_parameter(0),
                                            energy_parameter(0.95),
                                            patch_neighbors_parameter(),
                                            patch_size_parameter(),
                                            geodesic_parameter(),
                                            partition_samples_parameter(),
                                            coarse_first_parameter()};

constexpr MethodInfo mp_lpfe_info{"mp_lpfe",
                                  "LPFE on a manifold partition",
                                  Family::tangent,
                                  "LPFE with one tangent space per nearly flat patch of a class.",
                                  "Zhou and Sun, IEEE Transactions on Cybernetics 47(4), 2017",
                                  mp_lpfe_parameters,
                                  Supervision::labels};

template <class S>
Result<Solution> mp_lpfe(const Problem<S>& p) {
  p.monitor.stage("neighbors");
  const NeighborLists lists = nearest_within(p.points, p.parameters.count("neighbors"));
  const Owners owners = patches_of(p, &lists);
  if (p.monitor.cancelled()) return Solution{};
  return parallel_fields(p, lists, owners);
}

void plan_mp_lpfe(MemoryPlan& plan, const Shape& shape, const Parameters& parameters) {
  const double k = parameters.get("neighbors");
  plan_lists(plan, shape, k);
  plan_partition(plan, shape, partition_options(parameters), shape.largest_class);
  plan.hold(12 * shape.samples);  // owners
  plan_graph(plan, shape, k);
  plan_parallel_fields(plan, shape, plan_of_patches(shape, shape.largest_class, parameters), k);
}

}  // namespace

Method mp_lpfe_method() {
  return {&mp_lpfe_info, mp_lpfe<float>, mp_lpfe<double>, plan_mp_lpfe};
}

}  // namespace tanda
