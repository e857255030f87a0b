// Marginal Fisher analysis: compact classes, wide margins.
#include "common.hpp"
#include "tanda/detail/device/options.hpp"

namespace tanda::internal {
namespace {

struct MfaOptions : device::MfaOptions<double> {
  PairsOf pairs = PairsOf::point;
  double heat = 0;
};

constexpr auto mfa_parameters = fields(
    neighbors_parameter<MfaOptions>("same-class neighbours of each sample"), between_parameter<MfaOptions>(),
    pairs_parameter<MfaOptions>(), optional_heat_parameter<MfaOptions>(), ridge_parameter<MfaOptions>(),
    columns_parameter<MfaOptions>());

constexpr MethodInfo mfa_info =
    compared({"mfa", "Marginal Fisher analysis", Family::graph,
              "Pulls same-class neighbours together, pushes marginal pairs of classes apart.",
              "Yan et al., IEEE TPAMI 29(1), 2007", mfa_parameters, Supervision::labels},
             4);

// Largest of (X L(Wp) X', X L(Ww) X').
template <class S>
Result<Solution> mfa(const Problem<S>& p, const MfaOptions& o) {
  return solve_with_ridge(p, o.ridge, o.columns, [&] {
    p.monitor.stage("neighbors");
    const Graph within = with_heat(p, o.heat, or_graph(nearest_within(p.points, o.neighbors)));
    const Graph between = with_heat(p, o.heat, between_graph(p, o.between, o.pairs));
    p.monitor.stage("scatter");
    MatrixD a = laplacian_scatter(p.samples, between, p.monitor);
    MatrixD b = laplacian_scatter(p.samples, within, p.monitor);
    return Pencil{std::move(a), std::move(b), End::largest};
  });
}

}  // namespace

Method mfa_method() {
  return method_of<mfa_info, MfaOptions, mfa<float>, mfa<double>>();
}

}  // namespace tanda::internal
