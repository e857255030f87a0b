// Linear tangent space intrinsic manifold regularisation.
#include "ltsimr_family.hpp"

namespace tanda::internal {
namespace {

struct LtsimrOptions : IntrinsicOptions {
  Columns columns = Columns::b_normal;
};

constexpr auto ltsimr_parameters =
    fields(intrinsic_parameters<LtsimrOptions>(), columns_parameter<LtsimrOptions>());

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
Result<Solution> ltsimr(const Problem<S>& p, const LtsimrOptions& o) {
  p.monitor.stage("neighbors");
  const NeighborLists lists = nearest(p.points, o.neighbors);
  return intrinsic_projection(p, o, o.columns, lists, point_owners(lists));
}

}  // namespace

Method ltsimr_method() {
  return method_of<ltsimr_info, LtsimrOptions, ltsimr<float>, ltsimr<double>>();
}

}  // namespace tanda::internal
