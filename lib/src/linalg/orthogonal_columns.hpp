// Left singular vectors of a few columns, multiplied by their singular values.
#pragma once

#include "base/types.hpp"

namespace tanda::internal {

/// W ← WR with an orthogonal R that makes the columns orthogonal (one-sided Jacobi): W becomes its left
/// singular vectors times its singular values, small ones as exact as large ones, and WW' does not change. W
/// is first multiplied by the eigenvectors of W'W, which leaves few rotations to do. O(p r²)
void turn_orthogonal(MatrixD& w);

}  // namespace tanda::internal
