// Kernel TSD: local tangent space discriminant analysis in the feature space of a kernel.
#include "discriminant.hpp"
#include "kernel_coordinates.hpp"

namespace tanda {
namespace {

constexpr Parameter kernel_tsd_parameters[] = {
    kernel_parameter(),
    kernel_width_parameter(),
    kernel_degree_parameter(),
    landmarks_parameter(),
    neighbors_parameter(5, "same-class neighbours of each sample, in feature space"),
    between_parameter(5),
    pairs_parameter(),
    within_weights_parameter(),
    tangent_ridge_parameter(),
    tangent_dims_parameter(0),
    energy_parameter(1),
    subsample_parameter(),
    absolute_parameter("gamma as printed in the paper; otherwise in units of tr(S)/d"),
    columns_parameter()};

constexpr MethodInfo kernel_tsd_info =
    compared({"kernel_tsd", "Kernel local tangent space discriminant analysis", Family::tangent,
              "TSD in the feature space of a kernel; the model keeps its samples or landmarks.",
              "Zhou and Sun, Neural Processing Letters 43(3), 2016", kernel_tsd_parameters, Supervision::semi,
              Limit::rank, 0, false, Output::kernel},
             7, 2000);

// Linear TSD in coordinates that reproduce the feature space is kernel TSD, with no separate kernel code.
template <class S>
Result<Solution> kernel_tsd(const Problem<S>& p) {
  return in_kernel_coordinates(p, [](const Problem<S>& inner) { return tangent_discriminant(inner); });
}

void plan_kernel_tsd(MemoryPlan& plan, const Shape& shape, const Parameters& parameters) {
  plan_discriminant(plan, plan_kernel_coordinates(plan, shape, parameters), parameters);
}

}  // namespace

Method kernel_tsd_method() {
  return {&kernel_tsd_info, kernel_tsd<float>, kernel_tsd<double>, plan_kernel_tsd};
}

}  // namespace tanda
