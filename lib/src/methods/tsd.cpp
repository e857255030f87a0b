// Local tangent space discriminant analysis: differences inside a class that lie along its manifold are
// forgiven.
#include "discriminant.hpp"

namespace tanda {
namespace {

constexpr Parameter tsd_parameters[] = {
    neighbors_parameter(5, "same-class neighbours of each sample"),
    between_parameter(5),
    pairs_parameter(),
    within_weights_parameter(),
    tangent_ridge_parameter(),
    tangent_dims_parameter(0),
    energy_parameter(1),
    subsample_parameter(),
    absolute_parameter("gamma as printed in the paper; otherwise in units of tr(S)/d"),
    columns_parameter()};

constexpr MethodInfo tsd_info =
    compared({"tsd", "Local tangent space discriminant analysis", Family::tangent,
              "Separates classes while forgiving movement along each class's own manifold.",
              "Zhou and Sun, Neural Processing Letters 43(3), 2016", tsd_parameters, Supervision::semi},
             5);

template <class S>
Result<Solution> tsd(const Problem<S>& p) {
  return tangent_discriminant(p);
}

}  // namespace

Method tsd_method() {
  return {&tsd_info, tsd<float>, tsd<double>, plan_discriminant};
}

}  // namespace tanda
