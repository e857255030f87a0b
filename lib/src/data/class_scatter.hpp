// What statistics of classes say in the coordinates that a fit works in.
#pragma once

#include <vector>

#include "base/matrix.hpp"
#include "base/types.hpp"

namespace tanda::internal {

/// Of the classes that have samples: how many, and their means from the mean of all. Scatter matrices are
/// lower triangles. All of it lies where `within` does.
struct ClassScatter {
  VectorD sizes;              ///< C
  MatrixD means;              ///< p×C
  MatrixD between, within;    ///< p×p
  std::vector<MatrixD> each;  ///< p×p about the mean of each class; empty: only their sum is known

  Index dims() const { return within.rows(); }
  Index classes() const { return sizes.size(); }
  Workspace* home() const { return within.home(); }
  double samples() const { return sizes.data() ? sizes.sum() : 0; }
};

}  // namespace tanda::internal
