// Singular vectors of a few columns, times their values.
#pragma once

#include "base/types.hpp"

namespace tanda::internal {

/// W ← WR with an orthogonal R that makes the columns orthogonal (one-sided Jacobi): singular vectors times
/// values, small ones as exact as large ones; WW' stays. The eigenvectors of W'W come first and leave little
/// to turn. O(p r²)
void turn_orthogonal(MatrixD& w);

}  // namespace tanda::internal
