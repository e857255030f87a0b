// The linear kernel: the features as they are. The kernel form of a method is then the method itself.
#include "data/kernel.hpp"

namespace tanda::internal {

const KernelInfo& linear_kernel() {
  static constexpr KernelInfo info = [] {
    KernelInfo k{"linear", 2, "product", Measure::product};
    k.most_rank = [](int, double features) { return features + 1; };
    k.keeps_order = true;
    k.keeps_unit = true;
    return k;
  }();
  return info;
}

}  // namespace tanda::internal
