// Symmetric matrices of three diagonals: what a dense one is reduced to on the way to a few of its
// eigenpairs. Results and scratch come from where the matrix is.
#pragma once

#include "base/types.hpp"

namespace tanda::internal {

class Monitor;

struct Tridiagonal {
  VectorD diagonal;     ///< n
  VectorD subdiagonal;  ///< n − 1

  Index rows() const { return diagonal.size(); }
  /// The largest sum of magnitudes in a row: no eigenvalue is larger.
  double norm() const;
};

/// Columns that are reduced one by one before their effect on the others is taken together, as products.
inline constexpr Index tridiagonal_panel = 32;

/// A = QTQ' by reflections, for the lower triangle of a finite A near unit scale. Its memory keeps them:
/// below the diagonal, and in `factors`. Empty when cancelled, as are the next ones.
Tridiagonal reduce_to_tridiagonal(MatrixD& a, VectorD& factors, Monitor* monitor = nullptr);

/// vectors ← Q·vectors, Q as `reduce_to_tridiagonal` left it.
void apply_reflections(const MatrixD& a, const VectorD& factors, MatrixD& vectors,
                       Monitor* monitor = nullptr);

/// Q itself in A's place.
void form_reflections(MatrixD& a, const VectorD& factors, Monitor* monitor = nullptr);

/// Eigenpairs of T by QR steps, ascending: the values on its diagonal, no numbers if the steps come to no
/// end, and their vectors multiplied from the left by q in q. T has to be finite, and near unit scale. False
/// when cancelled.
bool diagonalise(Tridiagonal& t, MatrixD& q, Monitor* monitor = nullptr);

/// How many eigenvalues are below x; all of them, as far as a counting workspace knows.
Index count_below(const Tridiagonal& t, double x);

/// Eigenvalues first..first+count of all in ascending order, each to the last bits of the norm.
VectorD tridiagonal_values(const Tridiagonal& t, Index first, Index count, Monitor* monitor = nullptr);

/// Their orthonormal eigenvectors by inverse iteration; no columns if the residuals say that it failed.
MatrixD tridiagonal_vectors(const Tridiagonal& t, const VectorD& values, Monitor* monitor = nullptr);

}  // namespace tanda::internal
