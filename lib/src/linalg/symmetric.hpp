// Eigenpairs of one symmetric matrix, made where it is.
#pragma once

#include "base/types.hpp"
#include "tanda/detail/small/choices.hpp"

namespace tanda::internal {

class Monitor;

struct Eigenpairs {
  MatrixD vectors;
  VectorD values;
};

/// All eigenpairs of a symmetric matrix (lower triangle), ascending. Takes the matrix's memory over. Empty
/// when cancelled. O(d³)
Eigenpairs symmetric_eigen(MatrixD&& a, Monitor* monitor = nullptr);

/// The `count` eigenpairs at one end of the spectrum, the outermost first. Takes the matrix's memory over.
/// Empty when cancelled. O(d³), but a fraction of `symmetric_eigen` where few are wanted.
Eigenpairs extreme_eigen(MatrixD&& a, Index count, End end, Monitor* monitor = nullptr);

/// Eigenvalues of a positive semidefinite matrix below this part of the largest are zero.
inline constexpr double range_tolerance = 1e-10;

/// Divides rows and columns of a positive semidefinite matrix (lower triangle) by the roots of its diagonal:
/// what is nothing beside the rest is then decided the same whatever the units of the features are. Gives
/// what they were multiplied by, zero where the diagonal is.
VectorD to_unit_diagonal(MatrixD& a);

/// Whether coordinates have units of their own, as features have, or all the same one, as those of a kernel's
/// feature space: there small ones are small, and a rounding error must not be made large.
enum class Units : unsigned char { own, same };
/// Ones, and A as it is, where units are the same.
VectorD to_unit_diagonal(MatrixD& a, Units units);

/// How many of these ascending eigenvalues are above this part of the largest; all, as far as a counting
/// workspace knows.
Index rank_of(const VectorD& values, double tolerance = range_tolerance);

/// Only the first columns. In a workspace they keep their place: what is behind them would not be free before
/// what comes later is.
void keep_columns(MatrixD& m, Index count);
/// The eigenpairs at one end of all the ascending ones, the outermost first, in their place.
void keep_end(Eigenpairs& all, Index count, End end);
/// The eigenpairs of the `count` largest values, largest first.
Eigenpairs largest_pairs(const Eigenpairs& all, Index count);
/// The eigenvectors of the `count` largest values, largest first, each divided by the root of its value.
MatrixD whitening(const Eigenpairs& all, Index count);

}  // namespace tanda::internal
