// A kernel that nobody needs, written as every kernel is: one file. exp(a'b / width), the series of all
// powers of the product.
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
