// Marginal Fisher analysis: compact classes, wide margins.
#include "common.hpp"

namespace tanda {
namespace {

constexpr Parameter mfa_parameters[] = {neighbors_parameter(5, "same-class neighbours of each sample"),
                                        between_parameter(5),
                                        pairs_parameter(),
                                        optional_heat_parameter(),
                                        ridge_parameter(0.1),
                                        columns_parameter()};

constexpr MethodInfo mfa_info =
    compared({"mfa", "Marginal Fisher analysis", Family::graph,
              "Pulls same-class neighbours together, pushes marginal pairs of classes apart.",
              "Yan et al., IEEE TPAMI 29(1), 2007", mfa_parameters, Supervision::labels},
             4);

// Largest of (X L(Wp) X', X L(Ww) X').
template <class S>
Result<Solution> mfa(const Problem<S>& p) {
  return solve_with_ridge(p, [&] {
    p.monitor.stage("neighbors");
    const Graph within = with_heat(p, or_graph(nearest_within(p.points, p.parameters.count("neighbors"))));
    const Graph between = with_heat(p, between_graph(p));
    p.monitor.stage("scatter");
    MatrixD a = laplacian_scatter(p.samples, between, p.monitor);
    MatrixD b = laplacian_scatter(p.samples, within, p.monitor);
    return Pencil{std::move(a), std::move(b), End::largest};
  });
}

void plan_mfa(MemoryPlan& plan, const Shape& shape, const Parameters& parameters) {
  plan_list_graph(plan, shape, parameters.get("neighbors"));
  plan_between_graph(plan, shape, parameters);
  plan_pencil(plan, shape);
}

}  // namespace

Method mfa_method() {
  return {&mfa_info, mfa<float>, mfa<double>, plan_mfa};
}

}  // namespace tanda
