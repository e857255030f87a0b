// Locality-based DNE: discriminant neighbourhood embedding with heat weights.
#include "common.hpp"

namespace tanda {
namespace {

constexpr Parameter ldne_parameters[] = {
    neighbors_parameter(5),
    choice("graph", 0, "mixed|separate", "one list of neighbours cut by label, or two lists"),
    heat_parameter(), positive_parameter()};

constexpr MethodInfo ldne_info{"ldne",
                               "Locality-based discriminant neighbourhood embedding",
                               Family::graph,
                               "DNE in which nearer neighbours count more.",
                               "Gou and Zhang, The Computer Journal 56(9), 2013",
                               ldne_parameters,
                               Supervision::labels};

template <class S>
Result<Solution> ldne(const Problem<S>& p) {
  p.monitor.stage("neighbors");
  SplitLists lists = own_and_other_lists(p, p.parameters.choice("graph") == "mixed");
  Graph within = or_graph(lists.within), between = or_graph(lists.between);
  lists = {};
  p.monitor.stage("graph");
  const double width = heat_width(p, {&within, &between});
  heat_weights(within, p.points.samples, width);
  heat_weights(between, p.points.samples, width);
  return push_and_pull(p, between, within);
}

void plan_ldne(MemoryPlan& plan, const Shape& shape, const Parameters& parameters) {
  plan_two_lists(plan, shape, parameters.get("neighbors"), parameters.choice("graph") == "mixed");
  plan_push_and_pull(plan, shape);
}

}  // namespace

Method ldne_method() {
  return {&ldne_info, ldne<float>, ldne<double>, plan_ldne};
}

}  // namespace tanda
