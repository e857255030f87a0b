// Dense linear algebra: the products, factors and solutions that everything is made of. They are compiled
// once, for any matrix, block of one or vector that lies in memory column by column, and are the only place
// that says how.
//
// Of matrices without entries, which a counting workspace gives, nothing is computed: what would decide
// something then says that all is well (`cholesky` is true, lengths are zero).
#pragma once

#include <type_traits>
#include <vector>

#include "base/types.hpp"

namespace tanda::internal {

class Monitor;

/// Where a matrix begins, null if it has no entries: a block of such a one would begin at its offset from
/// nowhere.
template <class D>
auto begin_of(const Eigen::MatrixBase<D>& m) {
  return m.derived().data();
}
template <class X, int R, int C, bool P>
const typename X::Scalar* begin_of(const Eigen::Block<X, R, C, P>& m) {
  return begin_of(m.nestedExpression()) ? m.data() : nullptr;
}

/// A matrix of somebody else's to change.
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

/// A matrix of somebody else's, or its transpose, to read.
template <class T>
struct Operand {
  const T* data;
  Index rows, cols, stride;  ///< as it lies in memory
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

/// Whether there is a size but nothing in it.
template <class T>
bool hollow(const Operand<T>& a) {
  return !a.data && a.rows > 0 && a.cols > 0;
}
template <class T>
bool hollow(const Target<T>& a) {
  return hollow(Operand<T>(a));
}

// ---- products, of factors of any size: blocking and packing pays for large ones only

/// a·b
MatrixD product(Operand<double> a, Operand<double> b, Workspace* w = nullptr);
/// c = a·b; c is none of the factors.
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
/// c = a·b for large factors, which takes so long that it can be cancelled: false then. c is none of the
/// factors.
bool set_long_product(Target<double> c, Operand<double> a, Operand<double> b, Monitor* monitor);
/// The same; empty when cancelled.
MatrixD long_product(Operand<double> a, Operand<double> b, Monitor* monitor, Workspace* w = nullptr);
/// The most bytes that a product of this size uses beside.
double product_bytes(Index rows, Index cols, Index depth, double scalar_bytes);
/// Tells a counting workspace of them, when `workers` threads do such products at once. The functions that
/// take a workspace tell it themselves; this is for those that have a target: (c.rows, c.cols, depth, bytes
/// of a scalar). Solving with an n×n triangle takes no more than multiplying by it, a Cholesky factor no more
/// than a product n×n×`cholesky_depth`.
void library_product(Workspace* w, Index rows, Index cols, Index depth, double scalar_bytes, int workers = 1);
inline constexpr Index cholesky_depth = 256;

// ---- triangles

/// A = LL' in the lower triangle's place; false if A is not positive definite.
[[nodiscard]] bool cholesky(Target<double> a);
[[nodiscard]] bool cholesky(Target<float> a);
/// The same of a large A; false, too, when cancelled.
[[nodiscard]] bool long_cholesky(Target<double> a, Monitor* monitor);
/// The same of a semidefinite A (lower triangle), with the largest entry left on the diagonal first: the rows
/// `order` (r of them lead) of A are those of LL', L being the first r columns. Stops where nothing left on
/// the diagonal is above this part of the largest entry. Gives r, the rank; 0 when cancelled. O(n r²)
Index pivoted_cholesky(Target<double> a, double tolerance, Array<int>& order, Monitor* monitor = nullptr);
/// x ← l⁻¹·x for a lower triangle l, or the transpose of one.
void solve_triangle(Operand<double> l, Target<double> x);
/// x ← x·l⁻¹
void solve_triangle_right(Operand<double> l, Target<double> x);
void solve_triangle_right(Operand<float> l, Target<float> x);
/// Copies the lower triangle over the upper one.
void fill_upper(Target<double> a);

// ---- columns and rows

/// An orthonormal basis of the columns, in their order: the Q of a QR decomposition. As many columns, at most
/// as many as rows.
MatrixD orthonormal_columns(MatrixD columns);
/// The same in place; gives how many there are, which come first.
Index make_orthonormal(Target<double> columns, Workspace* w = nullptr);
/// Takes the mean of the columns off each.
void centre_columns(Target<double> a);
/// a·diag(factors), diag(factors)·a
void scale_columns(Target<double> a, Operand<double> factors);
void scale_rows(Target<double> a, Operand<double> factors);
/// Squared lengths of the columns.
VectorD squared_lengths(Operand<double> a, Workspace* w = nullptr);
/// Σ_ij |a_ij|² and largest |a_ij|, zero of nothing.
double squared_length(Operand<double> a);
double largest_magnitude(Operand<double> a);
bool all_finite(Operand<double> a);
bool all_finite(Operand<float> a);

}  // namespace tanda::internal
