// DAG-DNE with appropriate points: the farthest same-class neighbours are pulled.
#include "common.hpp"

namespace tanda::internal {
namespace {

struct AppsDagDneOptions {
  int neighbors = 5;
  bool positive = false;
};

constexpr auto apps_dag_dne_parameters =
    fields(neighbors_parameter<AppsDagDneOptions>(
               "farthest samples of the class and nearest of the others, for each sample"),
           positive_parameter<AppsDagDneOptions>());

constexpr MethodInfo apps_dag_dne_info{
    "apps_dag_dne",
    "DAG-DNE with appropriate points choosing",
    Family::graph,
    "Pulls the farthest members of a class, pushes the nearest of the others.",
    "Wang and Ding, Journal of Supercomputing 75(2), 2019",
    apps_dag_dne_parameters,
    Supervision::labels};

template <class S>
Result<Solution> apps_dag_dne(const Problem<S>& p, const AppsDagDneOptions& o) {
  p.monitor.stage("neighbors");
  const Graph between = or_graph(nearest_between(p.points, o.neighbors));
  const Graph within = or_graph(farthest_within(p.points, o.neighbors));
  return push_and_pull(p, between, within, o.positive);
}

}  // namespace

Method apps_dag_dne_method() {
  return method_of<apps_dag_dne_info, AppsDagDneOptions, apps_dag_dne<float>, apps_dag_dne<double>>();
}

}  // namespace tanda::internal
