// An example kernel in one file, as every kernel is written: exp(a'b / width), the power series of the
// product.
#include "data/kernel.hpp"

namespace tanda::internal {

const KernelInfo& growth_kernel() {
  static constexpr KernelInfo info = [] {
    KernelInfo k{"growth", 250, "exp(product/width)", Measure::product};
    k.steps = [](const Kernel& kernel, KernelSteps& steps) { steps.decay(-kernel.width); };
    k.has_width = true;
    return k;
  }();
  return info;
}

}  // namespace tanda::internal
