// The Laplacian kernel: like the Gaussian, for data with outliers and sharp edges. In scikit-learn gamma =
// 1/width.
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
