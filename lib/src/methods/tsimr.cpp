// Tangent space intrinsic manifold regularisation: a free value per sample, linear along the manifold.
#include "ltsimr_family.hpp"

namespace tanda {
namespace {

constexpr Parameter tsimr_parameters[] = {neighbors_parameter(10), pair_weight_parameter(),
                                          tangent_dims_parameter(0), energy_parameter(0.95)};

constexpr MethodInfo tsimr_info{"tsimr",
                                "Tangent space intrinsic manifold regularisation",
                                Family::tangent,
                                "Unrolls a manifold; embeds its training set only and needs no labels.",
                                "Sun, IEEE ChinaSIP, 2013",
                                tsimr_parameters,
                                Supervision::none,
                                Limit::samples,
                                0.98,
                                false,
                                Output::embedding};

template <class S>
Result<Solution> tsimr(const Problem<S>& p) {
  p.monitor.stage("neighbors");
  const NeighborLists lists = nearest(p.points, p.parameters.count("neighbors"));
  return intrinsic_embedding(p, lists, point_owners(lists));
}

void plan_tsimr(MemoryPlan& plan, const Shape& shape, const Parameters& parameters) {
  plan_intrinsic_embedding(plan, shape, plan_of_points(shape, shape.samples, parameters), parameters);
}

}  // namespace

Method tsimr_method() {
  return {&tsimr_info, tsimr<float>, tsimr<double>, plan_tsimr};
}

}  // namespace tanda
