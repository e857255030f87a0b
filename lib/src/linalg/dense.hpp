// Dense linear algebra: products, factorisations and solves. They are compiled once, for any matrix, block or
// vector that is stored column by column. All other code calls these functions, so the back end is chosen in
// one place.
//
// For matrices without memory, as a counting workspace gives them, nothing is computed, and results report
// success (`cholesky` is true, lengths are zero).
#pragma once

#include <type_traits>
#include <vector>

#include "base/types.hpp"

namespace tanda::internal {

class Monitor;

/// The address of the first entry of a matrix, null if it has no memory. Blocks need the second overload: a
/// block of a matrix without memory has its offset as address, not null.
template <class D>
auto begin_of(const Eigen::MatrixBase<D>& m) {
  return m.derived().data();
}
template <class X, int R, int C, bool P>
const typename X::Scalar* begin_of(const Eigen::Block<X, R, C, P>& m) {
  return begin_of(m.nestedExpression()) ? m.data() : nullptr;
}

/// A view of a matrix to write to. It does not own the memory.
template <class T>
struct Target {
  T* data;
  Index rows, cols, stride;

  template <class D, class = std::enable_if_t<std::is_same_v<typename D::Scalar, T>>>
  Target(Eigen::MatrixBase<D>& m)
      : data(begin_of(m.derived()) ? m.derived().data() : nullptr),
        rows(m.rows()),
        cols(m.cols()),
        stride(m.derived().outerStride()) {
    static_assert(D::InnerStrideAtCompileTime == 1 && !(D::IsRowMajor && D::RowsAtCompileTime != 1),
                  "a column of a target has to lie in one piece");
  }
  template <class D, class = std::enable_if_t<std::is_same_v<typename D::Scalar, T>>>
  Target(Eigen::MatrixBase<D>&& m) : Target(m) {}
};

/// A view of a matrix, or of its transpose, to read. It does not own the memory.
template <class T>
struct Operand {
  const T* data;
  Index rows, cols, stride;  ///< of the matrix in memory, before transposing
  bool transposed = false;

  template <class D, class = std::enable_if_t<std::is_same_v<typename D::Scalar, T>>>
  Operand(const Eigen::MatrixBase<D>& m)
      : data(begin_of(m.derived())), rows(m.rows()), cols(m.cols()), stride(m.derived().outerStride()) {
    static_assert(D::InnerStrideAtCompileTime == 1 && !(D::IsRowMajor && D::RowsAtCompileTime != 1),
                  "a column of an operand has to lie in one piece: make a copy");
  }
  template <class D, class = std::enable_if_t<std::is_same_v<typename D::Scalar, T>>>
  Operand(const Eigen::Transpose<D>& m) : Operand(m.nestedExpression()) {
    transposed = true;
  }
  Operand(const Target<T>& m) : data(m.data), rows(m.rows), cols(m.cols), stride(m.stride) {}

  Operand transpose() const {
    Operand result = *this;
    result.transposed = !transposed;
    return result;
  }
  Index height() const { return transposed ? cols : rows; }
  Index width() const { return transposed ? rows : cols; }
};

/// Whether a matrix has a size but no memory, as in a counting workspace.
template <class T>
bool hollow(const Operand<T>& a) {
  return !a.data && a.rows > 0 && a.cols > 0;
}
template <class T>
bool hollow(const Target<T>& a) {
  return hollow(Operand<T>(a));
}

// ---- products of factors of any size; only large ones are blocked and packed

/// a·b
MatrixD product(Operand<double> a, Operand<double> b, Workspace* w = nullptr);
/// c = a·b; c must not be one of the factors.
void set_product(Target<double> c, Operand<double> a, Operand<double> b);
void set_product(Target<float> c, Operand<float> a, Operand<float> b);
/// c += scale·a·b
void add_product(Target<double> c, Operand<double> a, Operand<double> b, double scale = 1);
void add_product(Target<float> c, Operand<float> a, Operand<float> b, float scale = 1);
/// The lower triangle of c += scale·a·b
void add_product_lower(Target<double> c, Operand<double> a, Operand<double> b, double scale = 1);
void add_product_lower(Target<float> c, Operand<float> a, Operand<float> b, float scale = 1);
/// The lower triangle of c += scale·a·a'
void add_square_lower(Target<double> c, Operand<double> a, double scale = 1);
/// The lower triangle of a·a', zero above.
MatrixD square_lower(Operand<double> a, Workspace* w = nullptr);
/// y = a·x, for the lower triangle of a symmetric a
void set_symmetric_product(Target<double> y, Operand<double> a, Operand<double> x);
/// c = a·b for large factors; false when cancelled. c must not be one of the factors.
bool set_long_product(Target<double> c, Operand<double> a, Operand<double> b, Monitor* monitor);
/// a·b for large factors; empty when cancelled.
MatrixD long_product(Operand<double> a, Operand<double> b, Monitor* monitor, Workspace* w = nullptr);
/// An upper bound of the bytes of scratch memory of a product of this size.
double product_bytes(Index rows, Index cols, Index depth, double scalar_bytes);
/// Counts this scratch memory in a counting workspace, for `workers` threads that compute such products at
/// once. Functions that take a workspace call it themselves; call it for those that write to a target, with
/// (c.rows, c.cols, depth, bytes of a scalar). Solving with an n×n triangle takes no more than multiplying by
/// it, a Cholesky factorisation no more than a product n×n×`cholesky_depth`.
void library_product(Workspace* w, Index rows, Index cols, Index depth, double scalar_bytes, int workers = 1);
inline constexpr Index cholesky_depth = 256;

// ---- triangles

/// Replaces the lower triangle of A by L with A = LL'; false if A is not positive definite.
[[nodiscard]] bool cholesky(Target<double> a);
[[nodiscard]] bool cholesky(Target<float> a);
/// The same for a large A; also false when cancelled.
[[nodiscard]] bool long_cholesky(Target<double> a, Monitor* monitor);
/// Pivoted Cholesky factorisation of a semidefinite A (lower triangle): each step takes the largest remaining
/// diagonal entry. L is the first r columns; row i of LL' is row order[i] of A. Stops when no remaining
/// diagonal entry is above `tolerance` times the largest one of A. Gives the rank r, 0 when cancelled.
/// O(n r²)
Index pivoted_cholesky(Target<double> a, double tolerance, Array<int>& order, Monitor* monitor = nullptr);
/// x ← l⁻¹·x for a lower triangle l or the transpose of one.
void solve_triangle(Operand<double> l, Target<double> x);
/// x ← x·l⁻¹
void solve_triangle_right(Operand<double> l, Target<double> x);
void solve_triangle_right(Operand<float> l, Target<float> x);
/// Copies the lower triangle over the upper one.
void fill_upper(Target<double> a);

// ---- columns and rows

/// Orthonormal columns with the same leading spans: the Q of a QR decomposition. Columns that depend on those
/// before them are replaced by other directions. Gives as many columns, but at most as many as rows.
MatrixD orthonormal_columns(MatrixD columns);
/// The same in place; gives the number of orthonormal columns, which come first.
Index make_orthonormal(Target<double> columns, Workspace* w = nullptr);
/// Subtracts the mean of the columns from each.
void centre_columns(Target<double> a);
/// a ← a·diag(factors) and a ← diag(factors)·a
void scale_columns(Target<double> a, Operand<double> factors);
void scale_rows(Target<double> a, Operand<double> factors);
/// Squared lengths of the columns.
VectorD squared_lengths(Operand<double> a, Workspace* w = nullptr);
/// Σ_ij |a_ij|², and the largest |a_ij|; zero for an empty matrix.
double squared_length(Operand<double> a);
double largest_magnitude(Operand<double> a);
bool all_finite(Operand<double> a);
bool all_finite(Operand<float> a);

}  // namespace tanda::internal
