// Discriminant neighbourhood embedding: near friends pulled, near foes pushed.
#include "common.hpp"

namespace tanda {
namespace {

constexpr Parameter dne_parameters[] = {
    neighbors_parameter(5),
    choice("graph", 0, "mixed|separate", "one list of neighbours cut by label, or two lists"),
    positive_parameter()};

constexpr MethodInfo dne_info{
    "dne",
    "Discriminant neighbourhood embedding",
    Family::graph,
    "Pulls same-class neighbours and pushes other-class neighbours; orthonormal directions.",
    "Zhang, Xue, Lu and Guo, Pattern Recognition 39(11), 2006",
    dne_parameters,
    Supervision::labels};

template <class S>
Result<Solution> dne(const Problem<S>& p) {
  p.monitor.stage("neighbors");
  SplitLists lists = own_and_other_lists(p, p.parameters.choice("graph") == "mixed");
  const Graph between = or_graph(lists.between), within = or_graph(lists.within);
  lists = {};
  return push_and_pull(p, between, within);
}

void plan_dne(MemoryPlan& plan, const Shape& shape, const Parameters& parameters) {
  plan_two_lists(plan, shape, parameters.get("neighbors"), parameters.choice("graph") == "mixed");
  plan_push_and_pull(plan, shape);
}

}  // namespace

Method dne_method() {
  return {&dne_info, dne<float>, dne<double>, plan_dne};
}

}  // namespace tanda
