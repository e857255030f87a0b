// Locality sensitive discriminant analysis: local margins between classes.
#include "common.hpp"

namespace tanda {
namespace {

constexpr Parameter lsda_parameters[] = {
    neighbors_parameter(5, "neighbours of each sample, in its class and in the others"),
    real("alpha", 0.1, 0, 1, 0.05, "weight of pushing apart against holding together"),
    flag("split", false, "one list of neighbours cut by label (the original) instead of two lists"),
    ridge_parameter(1), columns_parameter()};

constexpr MethodInfo lsda_info{"lsda",
                               "Locality sensitive discriminant analysis",
                               Family::graph,
                               "Maximises the margin between classes in each neighbourhood.",
                               "Cai, He, Zhou, Han and Bao, IJCAI, 2007",
                               lsda_parameters,
                               Supervision::labels};

// Largest of (X(αL_b + (1−α)W_w)X', X D_w X').
template <class S>
Pencil lsda_pencil(const Problem<S>& p) {
  p.monitor.stage("neighbors");
  SplitLists lists = own_and_other_lists(p, p.parameters.flag("split"));
  const Graph within = or_graph(lists.within);
  const Graph between = or_graph(lists.between);
  lists = {};
  p.monitor.stage("scatter");
  const double alpha = p.parameters.get("alpha");
  MatrixD a = scatter(p.samples, p.monitor, [&](Index i, ColumnSum<S>& sum) {
    add_laplacian(sum, between, i, alpha);
    // W = D − L
    add_laplacian(sum, within, i, alpha - 1);
    sum.add((1 - alpha) * within.degree(i), i);
  });
  MatrixD b = squared_scatter(p.samples, p.monitor,
                              [&](Index i, ColumnSum<S>& sum) { sum.add(std::sqrt(within.degree(i)), i); });
  return Pencil{std::move(a), std::move(b), End::largest};
}

template <class S>
Result<Solution> lsda(const Problem<S>& p) {
  return solve_with_ridge(p, [&] { return lsda_pencil(p); });
}

void plan_lsda(MemoryPlan& plan, const Shape& shape, const Parameters& parameters) {
  plan_two_lists(plan, shape, parameters.get("neighbors"), parameters.flag("split"));
  plan_pencil_of_square(plan, shape);
}

}  // namespace

Method lsda_method() {
  return {&lsda_info, lsda<float>, lsda<double>, plan_lsda};
}

}  // namespace tanda
