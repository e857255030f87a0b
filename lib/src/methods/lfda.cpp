// Local Fisher discriminant analysis: Fisher's criterion with far-apart members of a class left alone.
#include "local_scatter.hpp"

namespace tanda {
namespace {

constexpr Parameter lfda_parameters[] = {
    neighbors_parameter(7, "neighbour whose distance is the local scale, and edges of the sparse graph"),
    affinity_lists_parameter("neighbours within the class, or regardless of class"), sparse_parameter(),
    ridge_parameter(0.1), columns_parameter()};

constexpr MethodInfo lfda_info =
    compared({"lfda", "Local Fisher discriminant analysis", Family::graph,
              "LDA that keeps clusters inside a class where they are.",
              "Sugiyama, Journal of Machine Learning Research 8, 2007", lfda_parameters, Supervision::labels},
             3);

// Largest of (X L(Wb) X', X L(Ww) X').
template <class S>
Pencil lfda_pencil(const Problem<S>& p) {
  p.monitor.stage("neighbors");
  MatrixD within;
  MatrixD between = local_between_scatter(p, affinity_lists(p), &within);
  return Pencil{std::move(between), std::move(within), End::largest};
}

template <class S>
Result<Solution> lfda(const Problem<S>& p) {
  return solve_with_ridge(p, [&] { return lfda_pencil(p); });
}

void plan_lfda(MemoryPlan& plan, const Shape& shape, const Parameters& parameters) {
  plan_local_between(plan, shape, parameters, true);
  plan_solve(plan, shape, true);
}

}  // namespace

Method lfda_method() {
  return {&lfda_info, lfda<float>, lfda<double>, plan_lfda};
}

}  // namespace tanda
