#include "local_scatter.hpp"

namespace tanda {

void plan_local_between(MemoryPlan& plan, const Shape& shape, const Parameters& parameters,
                        bool with_within) {
  const double k = parameters.get("neighbors");
  const double scales = 8 * shape.samples, means = 8 * shape.dims * shape.classes;
  const bool sparse = parameters.flag("sparse");
  plan_lists(plan, shape, k, parameters.choice("graph") == "all" ? Search::all : Search::by_class);
  plan.hold(scales);
  if (sparse) {
    plan_graph(plan, shape, k);
    plan.release(scales);
  }
  plan.release(list_bytes(shape, k));
  plan.hold(means);
  plan_scatter(plan, shape);
  plan.release(means);
  if (sparse) {
    if (with_within) plan_scatter(plan, shape);
  } else {
    if (with_within) plan.hold(scatter_bytes(shape));
    plan_dense_affinity_scatter(plan, shape);
  }
}

}  // namespace tanda
