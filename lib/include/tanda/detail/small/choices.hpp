// Options that the solvers for small and for large matrices share.
#pragma once

namespace tanda {

/// Which end of the spectrum is wanted.
enum class End : unsigned char { largest, smallest };

/// Scaling of the columns: t'Bt = 1, ‖t‖ = 1, or orthonormal with the same leading spans.
enum class Columns : unsigned char { b_normal, unit, orthonormal };

}  // namespace tanda
