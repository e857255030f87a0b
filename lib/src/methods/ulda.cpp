// Uncorrelated LDA: Fisher's criterion against the total scatter, on its range.
#include "class_fit.hpp"
#include "common.hpp"

namespace tanda::internal {
namespace {

using UldaOptions = device::UldaOptions;

constexpr auto ulda_parameters = fields(columns_parameter<UldaOptions>());

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

Result<Solution> ulda(const ClassProblem& p, const UldaOptions& o) {
  ClassFit fit(p);
  small::solve_ulda(fit, o);
  return fit.result();
}

}  // namespace

Method ulda_method() {
  return method_of_statistics<ulda_info, UldaOptions, ulda>();
}

}  // namespace tanda::internal
