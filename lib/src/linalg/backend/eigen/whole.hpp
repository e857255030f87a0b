// Eigen maps of operands and targets.
#pragma once

#include "linalg/dense.hpp"

namespace tanda::internal {

template <class T>
using Whole = Eigen::Map<PlainMatrix<T>, 0, Eigen::OuterStride<>>;
template <class T>
using ConstWhole = Eigen::Map<const PlainMatrix<T>, 0, Eigen::OuterStride<>>;

template <class T>
Whole<T> whole(const Target<T>& a) {
  return {a.data, a.rows, a.cols, Eigen::OuterStride<>(a.stride)};
}
template <class T>
ConstWhole<T> whole(const Operand<T>& a) {
  return {a.data, a.rows, a.cols, Eigen::OuterStride<>(a.stride)};
}

/// Calls use(a, b) with the factors or their transposes. At most one of them may be transposed.
template <class T, class Use>
void with_factors(const Operand<T>& a, const Operand<T>& b, Use use) {
  const ConstWhole<T> left = whole(a), right = whole(b);
  if (a.transposed) {
    use(left.transpose(), right);
  } else if (b.transposed) {
    use(left, right.transpose());
  } else {
    use(left, right);
  }
}

}  // namespace tanda::internal
