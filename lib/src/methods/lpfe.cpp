// Linear parallel field embedding, supervised: directions along which tangent vectors of a class stay
// parallel.
#include "parallel_fields.hpp"

namespace tanda {
namespace {

constexpr Parameter lpfe_parameters[] = {neighbors_parameter(5, "same-class neighbours of each sample"),
                                         tangent_dims_parameter(0), energy_parameter(0.95)};

constexpr MethodInfo lpfe_info{"lpfe",
                               "Linear parallel field embedding",
                               Family::tangent,
                               "Finds functions whose gradient fields are parallel along each class.",
                               "Lin, He, Zhang and Ji, Journal of Machine Learning Research 14, 2013",
                               lpfe_parameters,
                               Supervision::labels};

template <class S>
Result<Solution> lpfe(const Problem<S>& p) {
  p.monitor.stage("neighbors");
  const NeighborLists lists = nearest_within(p.points, p.parameters.count("neighbors"));
  return parallel_fields(p, lists, point_owners(lists));
}

void plan_lpfe(MemoryPlan& plan, const Shape& shape, const Parameters& parameters) {
  const double k = parameters.get("neighbors");
  plan_lists(plan, shape, k);
  plan_graph(plan, shape, k);
  plan_parallel_fields(plan, shape, plan_of_points(shape, shape.largest_class, parameters), k);
}

}  // namespace

Method lpfe_method() {
  return {&lpfe_info, lpfe<float>, lpfe<double>, plan_lpfe};
}

}  // namespace tanda
