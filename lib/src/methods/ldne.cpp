// Locality-based DNE: discriminant neighbourhood embedding with heat weights.
#include "common.hpp"

namespace tanda::internal {
namespace {

struct LdneOptions {
  int neighbors = 5;
  ListsOf graph = ListsOf::mixed;
  double heat = 0;
  bool positive = false;
};

constexpr auto ldne_parameters = fields(neighbors_parameter<LdneOptions>(), lists_parameter<LdneOptions>(),
                                        heat_parameter<LdneOptions>(), positive_parameter<LdneOptions>());

constexpr MethodInfo ldne_info{"ldne",
                               "Locality-based discriminant neighbourhood embedding",
                               Family::graph,
                               "DNE in which nearer neighbours count more.",
                               "Gou and Zhang, The Computer Journal 56(9), 2013",
                               ldne_parameters,
                               Supervision::labels};

template <class S>
Result<Solution> ldne(const Problem<S>& p, const LdneOptions& o) {
  p.monitor.stage("neighbors");
  SplitLists lists = own_and_other_lists(p, o.neighbors, o.graph);
  Graph within = or_graph(lists.within), between = or_graph(lists.between);
  lists = {};
  p.monitor.stage("graph");
  const double width = heat_width(p, o.heat, {&within, &between});
  heat_weights(within, p.points.samples, width);
  heat_weights(between, p.points.samples, width);
  return push_and_pull(p, between, within, o.positive);
}

}  // namespace

Method ldne_method() {
  return method_of<ldne_info, LdneOptions, ldne<float>, ldne<double>>();
}

}  // namespace tanda::internal
