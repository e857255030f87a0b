// DAG-DNE with appropriate points: the farthest friends are pulled.
#include "common.hpp"

namespace tanda {
namespace {

constexpr Parameter apps_dag_dne_parameters[] = {
    neighbors_parameter(5, "farthest samples of the class and nearest of the others, for each sample"),
    positive_parameter()};

constexpr MethodInfo apps_dag_dne_info{
    "apps_dag_dne",
    "DAG-DNE with appropriate points choosing",
    Family::graph,
    "Pulls the farthest members of a class, pushes the nearest of the others.",
    "Wang and Ding, Journal of Supercomputing 75(2), 2019",
    apps_dag_dne_parameters,
    Supervision::labels};

template <class S>
Result<Solution> apps_dag_dne(const Problem<S>& p) {
  p.monitor.stage("neighbors");
  const Index k = p.parameters.count("neighbors");
  const Graph between = or_graph(nearest_between(p.points, k));
  const Graph within = or_graph(farthest_within(p.points, k));
  return push_and_pull(p, between, within);
}

void plan_apps_dag_dne(MemoryPlan& plan, const Shape& shape, const Parameters& parameters) {
  const double k = parameters.get("neighbors");
  plan_list_graph(plan, shape, k, Search::between);
  plan_list_graph(plan, shape, k, Search::farthest);
  plan_push_and_pull(plan, shape);
}

}  // namespace

Method apps_dag_dne_method() {
  return {&apps_dag_dne_info, apps_dag_dne<float>, apps_dag_dne<double>, plan_apps_dag_dne};
}

}  // namespace tanda
