// Locality preserving projections: neighbours stay neighbours.
#include "common.hpp"

namespace tanda::internal {
namespace {

struct LppOptions {
  int neighbors = 5;
  double heat = 0, ridge = 0;
  Columns columns = Columns::b_normal;
};

constexpr auto lpp_parameters = fields(neighbors_parameter<LppOptions>(), heat_parameter<LppOptions>(),
                                       ridge_parameter<LppOptions>(), columns_parameter<LppOptions>());

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
Result<Solution> lpp(const Problem<S>& p, const LppOptions& o) {
  p.monitor.stage("neighbors");
  Graph graph = or_graph(nearest(p.points, o.neighbors));
  p.monitor.stage("graph");
  heat_weights(graph, p.points.samples, heat_width(p, o.heat, {&graph}));
  p.monitor.stage("scatter");
  MatrixD a = laplacian_scatter(p.samples, graph, p.monitor);
  MatrixD b = squared_scatter(p.samples, p.monitor,
                              [&](Index i, ColumnSum<S>& sum) { sum.add(std::sqrt(graph.degree(i)), i); });
  add_ridge(b, o.ridge, p.ambient);
  return solve(p, Pencil{std::move(a), std::move(b), End::smallest}, o.columns);
}

}  // namespace

Method lpp_method() {
  return method_of<lpp_info, LppOptions, lpp<float>, lpp<double>>();
}

}  // namespace tanda::internal
