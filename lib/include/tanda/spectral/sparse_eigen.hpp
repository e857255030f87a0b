// The smallest eigenpairs of a sparse positive semidefinite matrix.
#pragma once

#include <Eigen/SparseCore>

#include "tanda/core/symmetric.hpp"

namespace tanda {

/// The `count` smallest eigenpairs (lower triangle given), ascending: dense up to a few thousand rows, beyond
/// that by inverse subspace iteration with a sparse Cholesky factor and Rayleigh–Ritz, which stops when the
/// residuals do.
Eigenpairs smallest_eigenpairs(const Eigen::SparseMatrix<double>& a, Index count);

}  // namespace tanda
