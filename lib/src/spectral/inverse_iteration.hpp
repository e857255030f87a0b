// The smallest eigenpairs of a large positive semidefinite matrix that can be factored.
#pragma once

#include <functional>
#include <limits>

#include "base/monitor.hpp"
#include "linalg/block_cholesky.hpp"
#include "linalg/symmetric.hpp"

namespace tanda::internal {

/// V (r×n) ← V·M for some symmetric M. V stays where it is: write into it, do not put another in its place.
using Multiply = std::function<void(MatrixD&)>;

/// The `count` largest eigenpairs of M (n×n), the largest first: a block Krylov space with Rayleigh–Ritz,
/// made anew from its best until the residuals vanish. Empty when they do not soon, and when cancelled. O(n²
/// count) a product
Eigenpairs largest_eigenpairs(Index n, Index count, const Multiply& multiply, Monitor* monitor = nullptr,
                              Workspace* w = nullptr);

/// The `count` smallest eigenpairs of A (n×n), ascending: the largest of (A + shift·I)⁻¹, by which `solve`
/// multiplies. Empty when cancelled.
Eigenpairs smallest_eigenpairs(Index n, Index count, double shift, const Multiply& solve, Monitor& monitor,
                               double enough = std::numeric_limits<double>::infinity(),
                               Workspace* w = nullptr);

/// The same of a block matrix; dense up to a few hundred rows. Those that are certainly above `enough` may be
/// left inexact, which spares most of the work where few are below.
Eigenpairs smallest_eigenpairs(const BlockMatrix& a, Index count, Monitor& monitor,
                               double enough = std::numeric_limits<double>::infinity(),
                               Workspace* w = nullptr);

/// A semidefinite matrix is not invertible: this part of its mean diagonal entry, far below anything that
/// matters, makes it so.
inline constexpr double relative_shift = 1e-10;

}  // namespace tanda::internal
