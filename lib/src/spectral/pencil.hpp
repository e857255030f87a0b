// Pencils (A, B) and their solution: A t = λ B t with B positive semidefinite. Scratch memory comes from the
// workspace of the matrices, and results are left in the memory of one of them.
#pragma once

#include "base/monitor.hpp"
#include "linalg/symmetric.hpp"
#include "tanda/detail/small/choices.hpp"

namespace tanda::internal {

/// Lower triangles of A and B; an empty B is the identity.
struct Pencil {
  MatrixD a, b;
  End end = End::largest;
  Units units = Units::own;  ///< of the coordinates: in which units the rank of B is determined
};

/// Factors B = LL' in B's memory if that proves that B has full rank, and so has B plus any semidefinite
/// matrix of norm `added_norm`; then the upper triangle and `diagonal` keep the original B. Otherwise
/// restores B and returns false. True in a counting run.
[[nodiscard]] bool factor_in_place(MatrixD& b, VectorD& diagonal, double added_norm = 0,
                                   Monitor* monitor = nullptr);
/// The largest column sum of magnitudes, an upper bound of the eigenvalues of a symmetric matrix.
double norm_of(const MatrixD& b);

/// B + ridge·tr(B)/d·I
void add_ridge(MatrixD& b, double ridge, Index d);

/// W (d×q) with W'BW = I on the range of B (lower triangle), by eigenvalues in units of B's diagonal. Empty
/// when cancelled. O(d³)
MatrixD whitening_of_range(MatrixD b, Monitor* monitor = nullptr, Units units = Units::own);

/// B-normalised columns, scaled as `columns` says.
MatrixD scaled_columns(MatrixD t, Columns columns);

/// The wanted eigenvectors, at most `dims` and at most as many as B has rank; never a NaN. Empty when
/// cancelled. O(d³)
Eigenpairs solve(Pencil pencil, Index dims, Columns columns = Columns::b_normal, Monitor* monitor = nullptr);

}  // namespace tanda::internal
