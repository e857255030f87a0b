// Pencils (A, B) and their solution: A t = λ B t with B positive semidefinite.
#pragma once

#include "tanda/core/memory.hpp"
#include "tanda/core/symmetric.hpp"

namespace tanda {

/// Scaling of the columns: t'Bt = 1, ‖t‖ = 1, or orthonormal with the same leading spans.
enum class Columns : unsigned char { b_normal, unit, orthonormal };

/// Lower triangles of A and B; an empty B is the identity.
struct Pencil {
  MatrixD a, b;
  End end = End::largest;
};

/// B + ridge·tr(B)/d·I
void add_ridge(MatrixD& b, double ridge, Index d);

/// The wanted eigenvectors, at most `dims` and at most as many as B has rank; never a NaN. O(d³)
Eigenpairs solve(Pencil pencil, Index dims, Columns columns = Columns::b_normal);

/// What solving uses, A and B (`with_b`) being held already.
void plan_solve(MemoryPlan& plan, const Shape& shape, bool with_b);

}  // namespace tanda
