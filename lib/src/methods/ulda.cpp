// Uncorrelated LDA: Fisher's criterion against the total scatter, on its range.
#include "common.hpp"

namespace tanda {
namespace {

constexpr Parameter ulda_parameters[] = {columns_parameter()};

constexpr MethodInfo ulda_info{
    "ulda",
    "Uncorrelated linear discriminant analysis",
    Family::global,
    "LDA whose features are uncorrelated; needs no ridge, even with fewer samples than features.",
    "Ye, Journal of Machine Learning Research 6, 2005",
    ulda_parameters,
    Supervision::labels,
    Limit::classes_minus_one,
    0,
    true};

// Largest of (S_b, S_t): G'S_tG = I.
template <class S>
Result<Solution> ulda(const Problem<S>& p) {
  p.monitor.stage("scatter");
  MatrixD total = outer_product(p.samples, 0, p.samples.count());
  const MatrixD means = class_means(p.samples, p.classes());
  return solve(p, Pencil{between_scatter(means, p.classes()), std::move(total), End::largest},
               columns_choice(p));
}

void plan_ulda(MemoryPlan& plan, const Shape& shape, const Parameters&) {
  plan_class_means(plan, shape);
  plan_outer_product(plan, shape);
  plan.hold(scatter_bytes(shape));
  plan_solve(plan, shape, true);
}

}  // namespace

Method ulda_method() {
  return {&ulda_info, ulda<float>, ulda<double>, plan_ulda};
}

}  // namespace tanda
