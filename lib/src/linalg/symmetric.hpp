// Eigenpairs of a symmetric matrix, computed in its own memory.
#pragma once

#include "base/types.hpp"
#include "tanda/detail/small/choices.hpp"

namespace tanda::internal {

class Monitor;

struct Eigenpairs {
  MatrixD vectors;
  VectorD values;
};

/// All eigenpairs of a symmetric matrix (lower triangle), ascending. Reuses the memory of the matrix. Empty
/// when cancelled. O(d³)
Eigenpairs symmetric_eigen(MatrixD&& a, Monitor* monitor = nullptr);

/// The `count` eigenpairs at one end of the spectrum, the outermost first. Reuses the memory of the matrix.
/// Empty when cancelled. O(d³), but a fraction of the time of `symmetric_eigen` if few are wanted.
Eigenpairs extreme_eigen(MatrixD&& a, Index count, End end, Monitor* monitor = nullptr);

/// Eigenvalues of a positive semidefinite matrix below this fraction of the largest count as zero.
inline constexpr double range_tolerance = 1e-10;

/// Divides rows and columns of a positive semidefinite matrix (lower triangle) by the square roots of its
/// diagonal, so that the units of the features do not affect which eigenvalues count as zero. Gives the
/// factors by which rows were multiplied, zero where the diagonal is zero.
VectorD to_unit_diagonal(MatrixD& a);

/// Whether each coordinate has its own unit, as features do, or all have the same one, as those of a kernel's
/// feature space do. In the latter, small coordinates must not be scaled up, as this would enlarge rounding
/// errors.
enum class Units : unsigned char { own, same };
/// The same for Units::own. For Units::same A is unchanged, and the factors are ones.
VectorD to_unit_diagonal(MatrixD& a, Units units);

/// How many of these ascending eigenvalues are above `tolerance` times the largest; all in a counting
/// workspace.
Index rank_of(const VectorD& values, double tolerance = range_tolerance);

/// Keeps only the first columns. In a workspace the others keep their memory, too: it could not be reused
/// before blocks taken later are returned.
void keep_columns(MatrixD& m, Index count);
/// Keeps the `count` eigenpairs at one end of all ascending ones, in place, the outermost first.
void keep_end(Eigenpairs& all, Index count, End end);
/// The eigenpairs of the `count` largest values, largest first.
Eigenpairs largest_pairs(const Eigenpairs& all, Index count);
/// The eigenvectors of the `count` largest values, largest first, each divided by the square root of its
/// value.
MatrixD whitening(const Eigenpairs& all, Index count);

}  // namespace tanda::internal
