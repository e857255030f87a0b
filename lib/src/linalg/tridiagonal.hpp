// Symmetric tridiagonal matrices, to which dense ones are reduced to find their eigenpairs. Results and
// scratch are in the workspace of the matrix.
#pragma once

#include "base/types.hpp"

namespace tanda::internal {

class Monitor;

struct Tridiagonal {
  VectorD diagonal;     ///< n
  VectorD subdiagonal;  ///< n − 1

  Index rows() const { return diagonal.size(); }
  /// The largest sum of magnitudes in a row, an upper bound of the magnitudes of all eigenvalues.
  double norm() const;
};

/// Columns that are reduced one by one before products update the others.
inline constexpr Index tridiagonal_panel = 32;

/// A = QTQ' by Householder reflections, for the lower triangle of a finite A with entries of about one. Their
/// vectors are stored in A below the diagonal, their factors in `factors`. Gives T, empty when cancelled.
Tridiagonal reduce_to_tridiagonal(MatrixD& a, VectorD& factors, Monitor* monitor = nullptr);

/// vectors ← Q·vectors, with Q as `reduce_to_tridiagonal` stored it in `a` and `factors`. Stops early when
/// cancelled.
void apply_reflections(const MatrixD& a, const VectorD& factors, MatrixD& vectors,
                       Monitor* monitor = nullptr);

/// Replaces the reflections in A by Q. Stops early when cancelled.
void form_reflections(MatrixD& a, const VectorD& factors, Monitor* monitor = nullptr);

/// Eigenpairs of T by QR steps, ascending: the diagonal of T becomes the eigenvalues (NaN if the steps do not
/// converge), and q is multiplied from the right by the matrix of eigenvectors. T must be finite with entries
/// of about one. False when cancelled.
bool diagonalise(Tridiagonal& t, MatrixD& q, Monitor* monitor = nullptr);

/// How many eigenvalues are below x; all of them in a counting workspace.
Index count_below(const Tridiagonal& t, double x);

/// Eigenvalues first..first+count of all in ascending order, with errors of a few rounding units of the norm.
/// Empty when cancelled.
VectorD tridiagonal_values(const Tridiagonal& t, Index first, Index count, Monitor* monitor = nullptr);

/// Orthonormal eigenvectors for these eigenvalues by inverse iteration; no columns if the residuals stay too
/// large, or when cancelled.
MatrixD tridiagonal_vectors(const Tridiagonal& t, const VectorD& values, Monitor* monitor = nullptr);

}  // namespace tanda::internal
