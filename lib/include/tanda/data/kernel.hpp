// Kernels k(a, b): inner products in a feature space that nobody has to build.
#pragma once

#include "tanda/base/types.hpp"

namespace tanda {

/// The numbers stand in model files.
enum class KernelKind : unsigned char {
  rbf = 0,     ///< exp(−‖a − b‖² / width)
  poly = 1,    ///< (a'b / width + offset)^degree
  linear = 2,  ///< a'b
};

struct Kernel {
  KernelKind kind = KernelKind::rbf;
  double width = 1;   ///< rbf, poly: positive, which the caller checks
  int degree = 1;     ///< poly: at least 1, which the caller checks
  double offset = 0;  ///< poly
};

constexpr const char* kernel_name(KernelKind kind) {
  return kind == KernelKind::rbf ? "rbf" : kind == KernelKind::poly ? "poly" : "linear";
}

/// k of every column of a (p×n) with every column of b (p×m): n×m, in O(n m p). The result lies where
/// `b` does, or `a` if that is on the heap; beside it the squared lengths of `a`, for rbf.
/// Finite points never give a NaN: what is too large becomes infinite, and rbf goes to zero.
MatrixD kernel_matrix(const Kernel& kernel, const MatrixD& a, const MatrixD& b);

}  // namespace tanda
