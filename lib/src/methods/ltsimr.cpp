// Linear tangent space intrinsic manifold regularisation.
#include "ltsimr_family.hpp"

namespace tanda {
namespace {

constexpr Parameter ltsimr_parameters[] = {neighbors_parameter(10), pair_weight_parameter(),
                                           tangent_dims_parameter(0), energy_parameter(0.95),
                                           columns_parameter()};

constexpr MethodInfo ltsimr_info{
    "ltsimr",
    "Linear tangent space intrinsic manifold regularisation",
    Family::tangent,
    "Finds linear functions that are linear along the manifold too; needs no labels.",
    "Sun, IEEE ChinaSIP, 2013",
    ltsimr_parameters,
    Supervision::none,
    Limit::rank,
    0.98};

template <class S>
Result<Solution> ltsimr(const Problem<S>& p) {
  p.monitor.stage("neighbors");
  const NeighborLists lists = nearest(p.points, p.parameters.count("neighbors"));
  return intrinsic_projection(p, lists, point_owners(lists));
}

void plan_ltsimr(MemoryPlan& plan, const Shape& shape, const Parameters& parameters) {
  const double k = parameters.get("neighbors");
  plan_lists(plan, shape, k);
  plan_graph(plan, shape, k);
  plan.hold(scatter_bytes(shape));
  plan_eliminate_coupled(plan, shape, plan_of_points(shape, shape.samples, parameters));
  plan.release(scatter_bytes(shape));
  plan_pencil(plan, shape);
}

}  // namespace

Method ltsimr_method() {
  return {&ltsimr_info, ltsimr<float>, ltsimr<double>, plan_ltsimr};
}

}  // namespace tanda
