// Kernel TSD: local tangent space discriminant analysis in the feature space of a kernel.
#include "discriminant.hpp"
#include "kernel_coordinates.hpp"

namespace tanda::internal {
namespace {

struct KernelTsdOptions : KernelOptions, DiscriminantOptions {};

constexpr auto kernel_tsd_parameters = fields(
    kernel_parameters<KernelTsdOptions>(),
    discriminant_parameters<KernelTsdOptions>("same-class neighbours of each sample, in feature space"));

constexpr MethodInfo kernel_tsd_info =
    compared({"kernel_tsd", "Kernel local tangent space discriminant analysis", Family::tangent,
              "TSD in the feature space of a kernel; the model keeps its samples or landmarks.",
              "Zhou and Sun, Neural Processing Letters 43(3), 2016", kernel_tsd_parameters, Supervision::semi,
              Limit::rank, 0, false, Output::kernel},
             7, 2000);

// Linear TSD in coordinates that reproduce the feature space is kernel TSD, with no separate kernel code.
template <class S>
Result<Solution> kernel_tsd(const Problem<S>& p, const KernelTsdOptions& o) {
  return in_kernel_coordinates(p, o, [&](const Problem<S>& inner) { return tangent_discriminant(inner, o); });
}

}  // namespace

Method kernel_tsd_method() {
  return method_of<kernel_tsd_info, KernelTsdOptions, kernel_tsd<float>, kernel_tsd<double>>();
}

}  // namespace tanda::internal
