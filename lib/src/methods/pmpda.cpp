// Pairwise-variate manifold partition discriminant analysis: a tangent vector per point, similar for
// neighbours.
#include "tangent_common.hpp"

namespace tanda::internal {
namespace {

constexpr auto pmpda_parameters =
    fields(coupled_parameters<CoupledOptions>(
               "neighbours that make the tangent spaces, the local scale and the graph"),
           last_coupled_parameters<CoupledOptions>());

constexpr MethodInfo pmpda_info{"pmpda",
                                "Pairwise-variate manifold partition discriminant analysis",
                                Family::tangent,
                                "TSD whose tangent vectors vary smoothly from neighbour to neighbour.",
                                "Zhou and Sun, IEEE Transactions on Cybernetics 47(4), 2017",
                                pmpda_parameters,
                                Supervision::labels};

template <class S>
Result<Solution> pmpda(const Problem<S>& p, const CoupledOptions& o) {
  p.monitor.stage("neighbors");
  const NeighborLists lists = nearest_within(p.points, o.neighbors);
  const Graph within = or_graph(lists);
  MatrixD a = affinity_between_scatter(p, o, lists);
  p.monitor.stage("scatter");
  MatrixD b = edge_scatter(p, within);
  const double alpha = ridge_value(p, o.alpha, o.absolute, b);
  p.monitor.stage("tangents");
  eliminate_coupled(b, p.samples, within, p.classes(), point_owners(lists), {o.tangent_dims, o.energy},
                    {alpha, 0}, pair_weight(p, o, within), p.monitor);
  if (!measuring(p.home())) b.diagonal().array() += alpha;
  return solve(p, Pencil{std::move(a), std::move(b), End::largest}, o.columns);
}

}  // namespace

Method pmpda_method() {
  return method_of<pmpda_info, CoupledOptions, pmpda<float>, pmpda<double>>();
}

}  // namespace tanda::internal
