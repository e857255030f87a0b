// The smallest eigenpairs of a large positive semidefinite matrix that can be factored.
#pragma once

#include <functional>
#include <limits>

#include "base/monitor.hpp"
#include "linalg/block_cholesky.hpp"
#include "linalg/symmetric.hpp"

namespace tanda::internal {

/// V (r×n) ← V·M for some symmetric M. Write the result into V; do not assign another matrix to it.
using Multiply = std::function<void(MatrixD&)>;

/// The `count` largest eigenpairs of M (n×n), descending, by a block Krylov space with Rayleigh–Ritz that is
/// restarted from its best directions until the residuals vanish. Empty when they do not converge soon, and
/// when cancelled. O(n² count) per product.
Eigenpairs largest_eigenpairs(Index n, Index count, const Multiply& multiply, Monitor* monitor = nullptr,
                              Workspace* w = nullptr);

/// The `count` smallest eigenpairs of A (n×n), ascending. They are the largest of (A + shift·I)⁻¹, and
/// `solve` multiplies by that inverse. Empty when cancelled.
Eigenpairs smallest_eigenpairs(Index n, Index count, double shift, const Multiply& solve, Monitor& monitor,
                               double enough = std::numeric_limits<double>::infinity(),
                               Workspace* w = nullptr);

/// The same for a block matrix; solved as a dense matrix up to a few hundred rows. Eigenvalues that are
/// certainly above `enough` may be inexact, which saves most of the work where few are below.
Eigenpairs smallest_eigenpairs(const BlockMatrix& a, Index count, Monitor& monitor,
                               double enough = std::numeric_limits<double>::infinity(),
                               Workspace* w = nullptr);

/// The shift that makes a semidefinite matrix invertible, relative to its mean diagonal entry: far below
/// anything that matters.
inline constexpr double relative_shift = 1e-10;

}  // namespace tanda::internal
