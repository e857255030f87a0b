// Principal component analysis: the directions of largest variance.
#include "common.hpp"

namespace tanda {
namespace {

constexpr MethodInfo pca_info{"pca",
                              "Principal component analysis",
                              Family::global,
                              "Keeps the directions of largest variance.",
                              "Pearson, Philosophical Magazine 2(11), 1901",
                              {},
                              Supervision::none};

// Largest of S_t/n.
template <class S>
Result<Solution> pca(const Problem<S>& p) {
  p.monitor.stage("scatter");
  MatrixD total = outer_product(p.samples, 0, p.samples.count());
  total /= double(p.samples.count());
  Solution solution = solve(p, Pencil{std::move(total), {}, End::largest});
  keep_above(solution, solution.values.size() > 0 ? range_tolerance * solution.values[0] : 0);
  return solution;
}

void plan_pca(MemoryPlan& plan, const Shape& shape, const Parameters&) {
  plan_outer_product(plan, shape);
  plan_solve(plan, shape, false);
}

}  // namespace

Method pca_method() {
  return {&pca_info, pca<float>, pca<double>, plan_pca};
}

}  // namespace tanda
