// Local tangent space discriminant analysis: differences within a class along its manifold are not penalised.
#include "discriminant.hpp"

namespace tanda::internal {
namespace {

constexpr auto tsd_parameters =
    discriminant_parameters<DiscriminantOptions>("same-class neighbours of each sample");

constexpr MethodInfo tsd_info =
    compared({"tsd", "Local tangent space discriminant analysis", Family::tangent,
              "Separates classes while forgiving movement along each class's own manifold.",
              "Zhou and Sun, Neural Processing Letters 43(3), 2016", tsd_parameters, Supervision::semi},
             5);

template <class S>
Result<Solution> tsd(const Problem<S>& p, const DiscriminantOptions& o) {
  return tangent_discriminant(p, o);
}

}  // namespace

Method tsd_method() {
  return method_of<tsd_info, DiscriminantOptions, tsd<float>, tsd<double>>();
}

}  // namespace tanda::internal
