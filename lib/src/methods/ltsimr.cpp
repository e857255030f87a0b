// Linear tangent space intrinsic manifold regularisation.
#include "ltsimr_family.hpp"

namespace tanda {
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

void plan_ltsimr(MemoryPlan& plan, const Shape& shape, const LtsimrOptions& o) {
  const double k = o.neighbors;
  plan_lists(plan, shape, k);
  plan_graph(plan, shape, k);
  plan.hold(scatter_bytes(shape));
  plan_eliminate_coupled(plan, shape, plan_of_points(shape, shape.samples, k, o.tangent_dims));
  plan.release(scatter_bytes(shape));
  plan_pencil(plan, shape);
}

}  // namespace

Method ltsimr_method() {
  return method_of<ltsimr_info, LtsimrOptions, ltsimr<float>, ltsimr<double>, plan_ltsimr>();
}

}  // namespace tanda
