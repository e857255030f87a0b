// The cosine kernel: compares directions from the mean, regardless of lengths.
#include "data/kernel.hpp"

namespace tanda::internal {

const KernelInfo& cosine_kernel() {
  static constexpr KernelInfo info = [] {
    KernelInfo k{"cosine", 4, "product/(length·length)", Measure::cosine};
    k.most_rank = [](int, double features) { return features; };
    return k;
  }();
  return info;
}

}  // namespace tanda::internal
