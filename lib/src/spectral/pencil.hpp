// Pencils (A, B) and their solution: A t = λ B t with B positive semidefinite. Scratch comes from where the
// matrices are, and results lie in the place of one of them.
#pragma once

#include "base/monitor.hpp"
#include "linalg/symmetric.hpp"
#include "tanda/detail/small/choices.hpp"

namespace tanda::internal {

/// Lower triangles of A and B; an empty B is the identity.
struct Pencil {
  MatrixD a, b;
  End end = End::largest;
  Units units = Units::own;  ///< of the coordinates: how the rank of B is decided
};

/// B = LL' in B's own memory, when that proves its full rank, and that of B with anything semidefinite of
/// norm `beside` added: the upper triangle and `diagonal` keep B, and B is put back otherwise. True where it
/// is only counted.
[[nodiscard]] bool factor_in_place(MatrixD& b, VectorD& diagonal, double beside = 0,
                                   Monitor* monitor = nullptr);
/// The largest sum of magnitudes in a column: no eigenvalue of a symmetric matrix is larger.
double norm_of(const MatrixD& b);

/// B + ridge·tr(B)/d·I
void add_ridge(MatrixD& b, double ridge, Index d);

/// W (d×q) with W'BW = I on the range of B (lower triangle), by eigenvalues in units of B's diagonal. Empty
/// when cancelled. O(d³)
MatrixD whitening_of_range(MatrixD b, Monitor* monitor = nullptr, Units units = Units::own);

/// B-normal columns as asked for.
MatrixD scaled_columns(MatrixD t, Columns columns);

/// The wanted eigenvectors, at most `dims` and at most as many as B has rank; never a NaN. Empty when
/// cancelled. O(d³)
Eigenpairs solve(Pencil pencil, Index dims, Columns columns = Columns::b_normal, Monitor* monitor = nullptr);

}  // namespace tanda::internal
