// Linear discriminant analysis: Fisher's criterion with a ridge.
#include "common.hpp"
#include "tanda/detail/device/options.hpp"

namespace tanda::internal {
namespace {

using LdaOptions = device::LdaOptions<double>;

constexpr auto lda_parameters = fields(ridge_parameter<LdaOptions>(), columns_parameter<LdaOptions>());

constexpr MethodInfo lda_info = compared({"lda", "Linear discriminant analysis", Family::global,
                                          "Spreads class means apart relative to the scatter within classes.",
                                          "Fisher, Annals of Eugenics 7(2), 1936", lda_parameters,
                                          Supervision::labels, Limit::classes_minus_one, 0, true},
                                         2);

// Largest of (S_b, S_w).
template <class P>
Result<Solution> lda(const P& p, const LdaOptions& o) {
  return solve_with_ridge(p, o.ridge, o.columns, [&] {
    p.monitor.stage("scatter");
    const MatrixD means = class_means(p);
    MatrixD within = within_scatter(p, means);
    return Pencil{between_scatter(p, means), std::move(within), End::largest};
  });
}

}  // namespace

Method lda_method() {
  return method_of<lda_info, LdaOptions, lda<Problem<float>>, lda<Problem<double>>, lda<StatisticsProblem>>();
}

}  // namespace tanda::internal
