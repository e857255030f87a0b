// Locality preserving projections: neighbours stay neighbours.
#include "common.hpp"

namespace tanda {
namespace {

constexpr Parameter lpp_parameters[] = {neighbors_parameter(5), heat_parameter(), ridge_parameter(0),
                                        columns_parameter()};

constexpr MethodInfo lpp_info{"lpp",
                              "Locality preserving projections",
                              Family::local,
                              "Keeps near samples near; needs no labels.",
                              "He and Niyogi, NIPS 16, 2003",
                              lpp_parameters,
                              Supervision::none,
                              Limit::rank,
                              0.98};

// Smallest of (XLX', XDX') with heat weights on the k-NN or-graph.
template <class S>
Result<Solution> lpp(const Problem<S>& p) {
  p.monitor.stage("neighbors");
  Graph graph = or_graph(nearest(p.points, p.parameters.count("neighbors")));
  p.monitor.stage("graph");
  heat_weights(graph, p.points.samples, heat_width(p, {&graph}));
  p.monitor.stage("scatter");
  MatrixD a = laplacian_scatter(p.samples, graph, p.monitor);
  MatrixD b = squared_scatter(p.samples, p.monitor,
                              [&](Index i, ColumnSum<S>& sum) { sum.add(std::sqrt(graph.degree(i)), i); });
  add_ridge(b, p.parameters.get("ridge"), p.ambient);
  return solve(p, Pencil{std::move(a), std::move(b), End::smallest}, columns_choice(p));
}

void plan_lpp(MemoryPlan& plan, const Shape& shape, const Parameters& parameters) {
  plan_list_graph(plan, shape, parameters.get("neighbors"), Search::all);
  plan_pencil_of_square(plan, shape);
}

}  // namespace

Method lpp_method() {
  return {&lpp_info, lpp<float>, lpp<double>, plan_lpp};
}

}  // namespace tanda
