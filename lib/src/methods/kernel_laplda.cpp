// Kernel LapLDA: the Laplacian-regularised discriminant in the feature space of a kernel.
#include "kernel_coordinates.hpp"
#include "laplacian_discriminant.hpp"

namespace tanda::internal {
namespace {

struct KernelLapldaOptions : KernelOptions, LaplacianOptions {};

constexpr auto kernel_laplda_parameters = fields(
    kernel_parameters<KernelLapldaOptions>(),
    laplacian_parameters<KernelLapldaOptions>("neighbours of each sample in the graph, in feature space"));

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
Result<Solution> kernel_laplda(const Problem<S>& p, const KernelLapldaOptions& o) {
  return in_kernel_coordinates(p, o,
                               [&](const Problem<S>& inner) { return laplacian_discriminant(inner, o); });
}

}  // namespace

Method kernel_laplda_method() {
  return method_of<kernel_laplda_info, KernelLapldaOptions, kernel_laplda<float>, kernel_laplda<double>>();
}

}  // namespace tanda::internal
