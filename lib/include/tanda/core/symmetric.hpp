// Eigenpairs of one symmetric matrix, and products of small ones.
#pragma once

#include "tanda/core/types.hpp"

namespace tanda {

struct Eigenpairs {
  MatrixD vectors;
  VectorD values;
};

/// All eigenpairs of a symmetric matrix (lower triangle), ascending. Takes the matrix's memory over. O(d³)
Eigenpairs symmetric_eigen(MatrixD&& a);

/// Eigenvalues of a positive semidefinite matrix below this part of the largest are zero.
inline constexpr double range_tolerance = 1e-10;

/// a·b for factors of any size: blocking and packing pays for large ones only.
template <class A, class B>
MatrixD product(const A& a, const B& b) {
  MatrixD result(a.rows(), b.cols());
  if (result.size() * a.cols() <= 1 << 15) {
    result.noalias() = a.lazyProduct(b);
  } else {
    result.noalias() = a * b;
  }
  return result;
}

}  // namespace tanda
