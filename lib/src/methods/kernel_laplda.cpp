// Kernel LapLDA: the Laplacian-regularised discriminant in the feature space of a kernel.
#include "kernel_coordinates.hpp"
#include "laplacian_discriminant.hpp"

namespace tanda {
namespace {

constexpr Parameter kernel_laplda_parameters[] = {
    kernel_parameter(),
    kernel_width_parameter(),
    kernel_degree_parameter(),
    landmarks_parameter(),
    lambda_parameter(),
    smoothness_graph_parameter(),
    neighbors_parameter(5, "neighbours of each sample in the graph, in feature space"),
    heat_parameter(),
    candidates_parameter(),
    folds_parameter()};

constexpr MethodInfo kernel_laplda_info{
    "kernel_laplda",
    "Kernel Laplacian linear discriminant analysis",
    Family::graph,
    "LapLDA in the feature space of a kernel; the model keeps its samples or landmarks.",
    "Chen, Ye and Li, CVPR 2007; the kernel form is their future work",
    kernel_laplda_parameters,
    Supervision::semi,
    Limit::classes_minus_one,
    0,
    false,
    Output::kernel};

template <class S>
Result<Solution> kernel_laplda(const Problem<S>& p) {
  return in_kernel_coordinates(p, [](const Problem<S>& inner) { return laplacian_discriminant(inner); });
}

void plan_kernel_laplda(MemoryPlan& plan, const Shape& shape, const Parameters& parameters) {
  plan_laplacian_discriminant(plan, plan_kernel_coordinates(plan, shape, parameters), parameters);
}

}  // namespace

Method kernel_laplda_method() {
  return {&kernel_laplda_info, kernel_laplda<float>, kernel_laplda<double>, plan_kernel_laplda};
}

}  // namespace tanda
