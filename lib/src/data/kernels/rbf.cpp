// The Gaussian kernel: near 1 for near points, near 0 for distant points.
#include "data/kernel.hpp"

namespace tanda::internal {

const KernelInfo& rbf_kernel() {
  static constexpr KernelInfo info = [] {
    KernelInfo k{"rbf", 0, "exp(-distance²/width)", Measure::squared_distance};
    k.steps = [](const Kernel& kernel, KernelSteps& steps) { steps.decay(kernel.width); };
    k.has_width = true;
    k.keeps_order = true;
    return k;
  }();
  return info;
}

}  // namespace tanda::internal
