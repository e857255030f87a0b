// Eigenpairs of one symmetric matrix.
#pragma once

#include "tanda/core/types.hpp"

namespace tanda {

struct Eigenpairs {
  MatrixD vectors;
  VectorD values;
};

/// All eigenpairs of a symmetric matrix (lower triangle), ascending. Takes the matrix's memory over. O(d³)
Eigenpairs symmetric_eigen(MatrixD&& a);

enum class End : unsigned char { largest, smallest };

/// The `count` eigenpairs at one end of the spectrum, the outermost first. Takes the matrix's memory over.
/// O(d³), but a fraction of `symmetric_eigen` where few are wanted.
Eigenpairs extreme_eigen(MatrixD&& a, Index count, End end);
/// What it uses beside the matrix and its result.
double extreme_eigen_bytes(double rows, double count);

/// Eigenvalues of a positive semidefinite matrix below this part of the largest are zero.
inline constexpr double range_tolerance = 1e-10;

/// How many of these ascending eigenvalues are above this part of the largest.
Index rank_of(const VectorD& values, double tolerance = range_tolerance);

/// The eigenpairs of the `count` largest values, largest first.
Eigenpairs largest_pairs(const Eigenpairs& all, Index count);
/// The eigenvectors of the `count` largest values, largest first, each divided by the root of its value.
MatrixD whitening(const Eigenpairs& all, Index count);

}  // namespace tanda
