// The Laplacian kernel: the Gaussian for outliers and sharp edges. scikit-learn has it with gamma = 1/width.
#include "data/kernel.hpp"

namespace tanda::internal {

const KernelInfo& laplace_kernel() {
  static constexpr KernelInfo info = [] {
    KernelInfo k{"laplace", 3, "exp(-Σ|difference|/width)", Measure::absolute_distance};
    k.steps = [](const Kernel& kernel, KernelSteps& steps) { steps.decay(kernel.width); };
    k.has_width = true;
    k.width_power = 1;
    k.default_width = twice_deviation;
    return k;
  }();
  return info;
}

}  // namespace tanda::internal
