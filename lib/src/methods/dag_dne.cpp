// Double-adjacency-graph DNE: each sample has neighbours in its class and in the others.
#include "common.hpp"

namespace tanda::internal {
namespace {

struct DagDneOptions {
  int neighbors = 5;
  bool positive = false;
};

constexpr auto dag_dne_parameters =
    fields(neighbors_parameter<DagDneOptions>("neighbours of each sample, in its class and in the others"),
           positive_parameter<DagDneOptions>());

constexpr MethodInfo dag_dne_info{
    "dag_dne",
    "Double adjacency graphs-based discriminant neighbourhood embedding",
    Family::graph,
    "DNE with a list of same-class and a list of other-class neighbours for every sample.",
    "Ding and Zhang, Pattern Recognition 48(5), 2015",
    dag_dne_parameters,
    Supervision::labels};

template <class S>
Result<Solution> dag_dne(const Problem<S>& p, const DagDneOptions& o) {
  p.monitor.stage("neighbors");
  SplitLists lists = own_and_other_lists(p, o.neighbors, ListsOf::separate);
  const Graph between = or_graph(lists.between), within = or_graph(lists.within);
  lists = {};
  return push_and_pull(p, between, within, o.positive);
}

}  // namespace

Method dag_dne_method() {
  return method_of<dag_dne_info, DagDneOptions, dag_dne<float>, dag_dne<double>>();
}

}  // namespace tanda::internal
