// The polynomial kernel: all products of up to `degree` features.
#include "data/kernel.hpp"

namespace tanda::internal {

const KernelInfo& poly_kernel() {
  static constexpr KernelInfo info = [] {
    KernelInfo k{"poly", 1, "(product/width + 1)^degree", Measure::product};
    k.steps = [](const Kernel& kernel, KernelSteps& steps) {
      steps.affine(kernel.width, kernel.offset);
      steps.power(kernel.degree);
    };
    k.has_width = true;
    k.most_rank = [](int degree, double features) {
      double monomials = 1;
      for (int i = 1; i <= degree; ++i) monomials *= (features + i) / i;
      return monomials;
    };
    return k;
  }();
  return info;
}

}  // namespace tanda::internal
