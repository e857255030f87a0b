// TSIMR with one tangent space per patch of the manifold partition.
#include "ltsimr_family.hpp"

namespace tanda {
namespace {

constexpr Parameter mp_tsimr_parameters[] = {
    neighbors_parameter(10), pair_weight_parameter(),       tangent_dims_parameter(0),
    energy_parameter(0.95),  patch_neighbors_parameter(),   patch_size_parameter(),
    geodesic_parameter(),    partition_samples_parameter(), coarse_first_parameter()};

constexpr MethodInfo mp_tsimr_info{
    "mp_tsimr",
    "TSIMR on a manifold partition",
    Family::tangent,
    "TSIMR with one tangent space per nearly flat patch; embeds its training set only.",
    "Zhou and Sun, IEEE Transactions on Cybernetics 47(4), 2017",
    mp_tsimr_parameters,
    Supervision::none,
    Limit::samples,
    0.98,
    false,
    Output::embedding};

template <class S>
Result<Solution> mp_tsimr(const Problem<S>& p) {
  const Owners owners = patches_of(p);
  if (p.monitor.cancelled()) return Solution{};
  p.monitor.stage("neighbors");
  return intrinsic_embedding(p, nearest(p.points, p.parameters.count("neighbors")), owners);
}

void plan_mp_tsimr(MemoryPlan& plan, const Shape& shape, const Parameters& parameters) {
  plan_partition(plan, shape, partition_options(parameters), shape.samples);
  plan_intrinsic_embedding(plan, shape, plan_of_patches(shape, shape.samples, parameters), parameters);
}

}  // namespace

Method mp_tsimr_method() {
  return {&mp_tsimr_info, mp_tsimr<float>, mp_tsimr<double>, plan_mp_tsimr};
}

}  // namespace tanda
