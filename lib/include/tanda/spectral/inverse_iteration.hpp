// The smallest eigenpairs of a large positive semidefinite matrix that can be factored.
#pragma once

#include <functional>

#include "tanda/core/block_cholesky.hpp"
#include "tanda/core/memory.hpp"
#include "tanda/core/monitor.hpp"
#include "tanda/core/symmetric.hpp"

namespace tanda {

/// V (r×n) ← V·(A + shift·I)⁻¹, for the shift the caller has chosen.
using SolveShifted = std::function<void(MatrixD&)>;

/// The `count` smallest eigenpairs of A (n×n), ascending: a block Krylov space of the inverse with
/// Rayleigh–Ritz, made anew from its best until the residuals vanish. Empty when cancelled.
Eigenpairs smallest_eigenpairs(Index n, Index count, double shift, const SolveShifted& solve,
                               Monitor& monitor);

/// The same of a block matrix; dense up to a few hundred rows.
Eigenpairs smallest_eigenpairs(const BlockMatrix& a, Index count, Monitor& monitor);

/// What an iteration for `count` eigenpairs of n rows uses.
void plan_smallest_eigenpairs(MemoryPlan& plan, double n, double count);

/// A semidefinite matrix is not invertible: this part of its mean diagonal entry, far below anything that
/// matters, makes it so.
inline constexpr double relative_shift = 1e-10;

}  // namespace tanda
