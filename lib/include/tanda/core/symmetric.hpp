// Eigenpairs of one symmetric matrix.
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

}  // namespace tanda
