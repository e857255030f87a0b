// Discriminant neighbourhood embedding: near same-class neighbours are pulled, other-class ones pushed.
#include "common.hpp"

namespace tanda::internal {
namespace {

struct DneOptions {
  int neighbors = 5;
  ListsOf graph = ListsOf::mixed;
  bool positive = false;
};

constexpr auto dne_parameters = fields(neighbors_parameter<DneOptions>(), lists_parameter<DneOptions>(),
                                       positive_parameter<DneOptions>());

constexpr MethodInfo dne_info{
    "dne",
    "Discriminant neighbourhood embedding",
    Family::graph,
    "Pulls same-class neighbours and pushes other-class neighbours; orthonormal directions.",
    "Zhang, Xue, Lu and Guo, Pattern Recognition 39(11), 2006",
    dne_parameters,
    Supervision::labels};

template <class S>
Result<Solution> dne(const Problem<S>& p, const DneOptions& o) {
  p.monitor.stage("neighbors");
  SplitLists lists = own_and_other_lists(p, o.neighbors, o.graph);
  const Graph between = or_graph(lists.between), within = or_graph(lists.within);
  lists = {};
  return push_and_pull(p, between, within, o.positive);
}

}  // namespace

Method dne_method() {
  return method_of<dne_info, DneOptions, dne<float>, dne<double>>();
}

}  // namespace tanda::internal
