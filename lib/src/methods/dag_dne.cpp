// Double-adjacency-graph DNE: each sample has neighbours in its class and in the others.
#include "common.hpp"

namespace tanda {
namespace {

constexpr Parameter dag_dne_parameters[] = {
    neighbors_parameter(5, "neighbours of each sample, in its class and in the others"),
    positive_parameter()};

constexpr MethodInfo dag_dne_info{"dag_dne",
                                  "Double adjacency graphs-based discriminant neighbourhood embedding",
                                  Family::graph,
                                  "DNE with a list of friends and a list of foes for every sample.",
                                  "Ding and Zhang, Pattern Recognition 48(5), 2015",
                                  dag_dne_parameters,
                                  Supervision::labels};

template <class S>
Result<Solution> dag_dne(const Problem<S>& p) {
  p.monitor.stage("neighbors");
  SplitLists lists = own_and_other_lists(p, false);
  const Graph between = or_graph(lists.between), within = or_graph(lists.within);
  lists = {};
  return push_and_pull(p, between, within);
}

void plan_dag_dne(MemoryPlan& plan, const Shape& shape, const Parameters& parameters) {
  plan_two_lists(plan, shape, parameters.get("neighbors"), false);
  plan_push_and_pull(plan, shape);
}

}  // namespace

Method dag_dne_method() {
  return {&dag_dne_info, dag_dne<float>, dag_dne<double>, plan_dag_dne};
}

}  // namespace tanda
