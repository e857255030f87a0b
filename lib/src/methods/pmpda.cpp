// Pairwise-variate manifold partition discriminant analysis: a tangent vector per point, alike for
// neighbours.
#include "tangent_common.hpp"

namespace tanda {
namespace {

constexpr Parameter pmpda_parameters[] = {
    neighbors_parameter(7, "neighbours that make the tangent spaces, the local scale and the graph"),
    between_affinities_parameter(),
    sparse_parameter(),
    alpha_parameter(),
    pair_weight_parameter(),
    tangent_dims_parameter(0),
    energy_parameter(0.95),
    absolute_parameter("alpha and gamma as printed in the paper; otherwise in units of the data"),
    columns_parameter()};

constexpr MethodInfo pmpda_info{"pmpda",
                                "Pairwise-variate manifold partition discriminant analysis",
                                Family::tangent,
                                "TSD whose tangent vectors vary smoothly from neighbour to neighbour.",
                                "Zhou and Sun, IEEE Transactions on Cybernetics 47(4), 2017",
                                pmpda_parameters,
                                Supervision::labels};

template <class S>
Result<Solution> pmpda(const Problem<S>& p) {
  p.monitor.stage("neighbors");
  const Index k = p.parameters.count("neighbors");
  const NeighborLists lists = nearest_within(p.points, k);
  const Graph within = or_graph(lists);
  MatrixD a = affinity_between_scatter(p, lists);
  p.monitor.stage("scatter");
  MatrixD b = edge_scatter(p, within);
  const double alpha = ridge_value(p, "alpha", b);
  p.monitor.stage("tangents");
  eliminate_coupled(b, p.samples, within, p.classes(), point_owners(lists), tangent_choice(p.parameters),
                    {alpha, 0}, pair_weight(p, within), p.monitor);
  b.diagonal().array() += alpha;
  return solve(p, Pencil{std::move(a), std::move(b), End::largest}, columns_choice(p));
}

void plan_pmpda(MemoryPlan& plan, const Shape& shape, const Parameters& parameters) {
  const double k = parameters.get("neighbors");
  plan_lists(plan, shape, k);
  plan_graph(plan, shape, k);
  plan_affinity_between(plan, shape, parameters);
  plan.hold(list_bytes(shape, k + 1) + 12 * shape.samples);  // owners
  plan_scatter(plan, shape);
  plan_eliminate_coupled(plan, shape, plan_of_points(shape, shape.largest_class, parameters));
  plan_solve(plan, shape, true);
}

}  // namespace

Method pmpda_method() {
  return {&pmpda_info, pmpda<float>, pmpda<double>, plan_pmpda};
}

}  // namespace tanda
