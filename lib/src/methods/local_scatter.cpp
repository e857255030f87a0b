#include "local_scatter.hpp"

namespace tanda {

void plan_local_between(MemoryPlan& plan, const Shape& shape, const AffinityOptions& o, bool with_within) {
  const double k = o.neighbors;
  const double scales = 8 * shape.samples, means = 8 * shape.dims * shape.classes;
  plan_lists(plan, shape, k, o.graph == AffinityLists::all ? Search::all : Search::by_class);
  plan.hold(scales);
  if (o.sparse) {
    plan_graph(plan, shape, k);
    plan.release(scales);
  }
  plan.release(list_bytes(shape, k));
  plan.hold(means);
  plan_scatter(plan, shape);
  plan.release(means);
  if (o.sparse) {
    if (with_within) plan_scatter(plan, shape);
  } else {
    if (with_within) plan.hold(scatter_bytes(shape));
    plan_dense_affinity_scatter(plan, shape);
  }
}

}  // namespace tanda
