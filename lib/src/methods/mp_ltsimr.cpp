// LTSIMR with one tangent space per patch of the manifold partition.
#include "ltsimr_family.hpp"

namespace tanda {
namespace {

constexpr Parameter mp_ltsimr_parameters[] = {neighbors_parameter(10),     pair_weight_parameter(),
                                              tangent_dims_parameter(0),   energy_parameter(0.95),
                                              patch_neighbors_parameter(), patch_size_parameter(),
                                              geodesic_parameter(),        partition_samples_parameter(),
                                              coarse_first_parameter(),    columns_parameter()};

constexpr MethodInfo mp_ltsimr_info{"mp_ltsimr",
                                    "LTSIMR on a manifold partition",
                                    Family::tangent,
                                    "LTSIMR with one tangent space per nearly flat patch; needs no labels.",
                                    "Zhou and Sun, IEEE Transactions on Cybernetics 47(4), 2017",
                                    mp_ltsimr_parameters,
                                    Supervision::none,
                                    Limit::rank,
                                    0.98};

template <class S>
Result<Solution> mp_ltsimr(const Problem<S>& p) {
  const Owners owners = patches_of(p);
  if (p.monitor.cancelled()) return Solution{};
  p.monitor.stage("neighbors");
  return intrinsic_projection(p, nearest(p.points, p.parameters.count("neighbors")), owners);
}

void plan_mp_ltsimr(MemoryPlan& plan, const Shape& shape, const Parameters& parameters) {
  const double k = parameters.get("neighbors");
  plan_partition(plan, shape, partition_options(parameters), shape.samples);
  plan_lists(plan, shape, k);
  plan_graph(plan, shape, k);
  plan.hold(scatter_bytes(shape));
  plan_eliminate_coupled(plan, shape, plan_of_patches(shape, shape.samples, parameters));
  plan.release(scatter_bytes(shape));
  plan_pencil(plan, shape);
}

}  // namespace

Method mp_ltsimr_method() {
  return {&mp_ltsimr_info, mp_ltsimr<float>, mp_ltsimr<double>, plan_mp_ltsimr};
}

}  // namespace tanda
