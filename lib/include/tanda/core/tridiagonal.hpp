// Symmetric matrices of three diagonals: what a dense one is reduced to on the way to a few of its
// eigenpairs.
#pragma once

#include "tanda/core/types.hpp"

namespace tanda {

struct Tridiagonal {
  VectorD diagonal;  ///< n
  VectorD beside;    ///< n − 1

  Index rows() const { return diagonal.size(); }
  /// The largest sum of magnitudes in a row: no eigenvalue is larger.
  double norm() const;
};

/// Columns that are reduced one by one before their effect on the others is taken together, as products.
inline constexpr Index tridiagonal_panel = 32;

/// A = QTQ' by reflections, for the lower triangle of A. Its memory keeps them: below the first subdiagonal,
/// and in `factors`.
Tridiagonal reduce_to_tridiagonal(MatrixD& a, VectorD& factors);

/// vectors ← Q·vectors, Q as `reduce_to_tridiagonal` left it.
void apply_reflections(const MatrixD& a, const VectorD& factors, MatrixD& vectors);

/// Eigenvalues first..first+count of all in ascending order, each to the last bits of the norm.
VectorD tridiagonal_values(const Tridiagonal& t, Index first, Index count);

/// Their orthonormal eigenvectors by inverse iteration; no columns if the residuals say that it failed.
MatrixD tridiagonal_vectors(const Tridiagonal& t, const VectorD& values);

}  // namespace tanda
