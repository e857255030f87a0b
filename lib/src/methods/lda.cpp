// Linear discriminant analysis: Fisher's criterion with a ridge.
#include "class_fit.hpp"
#include "common.hpp"

namespace tanda::internal {
namespace {

using LdaOptions = device::LdaOptions<double>;

constexpr auto lda_parameters = fields(ridge_parameter<LdaOptions>(), columns_parameter<LdaOptions>());

constexpr MethodInfo lda_info = compared({"lda", "Linear discriminant analysis", Family::global,
                                          "Spreads class means apart relative to the scatter within classes.",
                                          "Fisher, Annals of Eugenics 7(2), 1936", lda_parameters,
                                          Supervision::labels, Limit::classes_minus_one, 0, true},
                                         2);

Result<Solution> lda(const ClassProblem& p, const LdaOptions& o) {
  ClassFit fit(p);
  small::solve_lda(fit, o);
  return fit.result();
}

}  // namespace

Method lda_method() {
  return method_of_statistics<lda_info, LdaOptions, lda>();
}

}  // namespace tanda::internal
