// Linear parallel field embedding, supervised: directions along which tangent vectors of a class stay
// parallel.
#include "parallel_fields.hpp"

namespace tanda::internal {
namespace {

constexpr auto lpfe_parameters = parallel_field_parameters<ParallelFieldOptions>();

constexpr MethodInfo lpfe_info{"lpfe",
                               "Linear parallel field embedding",
                               Family::tangent,
                               "Finds functions whose gradient fields are parallel along each class.",
                               "Lin, He, Zhang and Ji, Journal of Machine Learning Research 14, 2013",
                               lpfe_parameters,
                               Supervision::labels};

template <class S>
Result<Solution> lpfe(const Problem<S>& p, const ParallelFieldOptions& o) {
  p.monitor.stage("neighbors");
  const NeighborLists lists = nearest_within(p.points, o.neighbors);
  return parallel_fields(p, o, lists, point_owners(lists));
}

}  // namespace

Method lpfe_method() {
  return method_of<lpfe_info, ParallelFieldOptions, lpfe<float>, lpfe<double>>();
}

}  // namespace tanda::internal
