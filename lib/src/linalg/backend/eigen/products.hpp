// Products, triangular solves and sums by Eigen: fast on every processor, but much code.
#pragma once

#include <large_product.hpp>  // of the back end that TANDA_DENSE selects
#include "whole.hpp"

namespace tanda::internal::backend {

/// Number of multiplications, and of entries of the left factor, up to which a plain loop is faster than
/// packing.
constexpr Index few = 1 << 15, small_factor = 1024;

/// Whether the left factor is small enough for plain loops. The choice does not depend on the number of
/// columns of the right one, so that a column gets the same result alone and together with others.
template <class T>
bool plain_loops_do(const Operand<T>& a) {
  return a.rows * a.cols <= small_factor;
}

/// Calls use(j, column) with each column of scale·left·right for a small left factor. Every column is
/// computed in the same aligned buffer: in the result, its alignment would decide which entries are computed
/// by SIMD packets, which may round differently.
template <class T, class Left, class Right, class Use>
void each_column(const Left& left, const Right& right, T scale, Use use) {
  alignas(16) T room[small_factor];
  Eigen::Map<PlainVector<T>, Eigen::Aligned16> column(room, left.rows());
  for (Index j = 0; j < right.cols(); ++j) {
    column.noalias() = left.lazyProduct(right.col(j));
    column *= scale;
    use(j, column);
  }
}

template <class T>
void add_product(const Target<T>& to, const Operand<T>& a, const Operand<T>& b, T scale) {
  if (a.width() == 0 || hollow(to) || hollow(a) || hollow(b)) return;
  if (!plain_loops_do(a)) return add_large_product(to, a, b, scale);
  Whole<T> c = whole(to);
  with_factors(a, b, [&](const auto& left, const auto& right) {
    each_column(left, right, scale, [&](Index j, const auto& column) { c.col(j) += column; });
  });
}

template <class T>
void add_product_lower(const Target<T>& c, const Operand<T>& a, const Operand<T>& b, T scale) {
  if (c.rows == 0 || a.width() == 0) return;  // Eigen would divide by zero
  if (hollow(c) || hollow(a) || hollow(b)) return;
  add_large_product_lower(c, a, b, scale);
}

template <class T>
void set_product(const Target<T>& to, const Operand<T>& a, const Operand<T>& b) {
  if (hollow(to)) return;
  Whole<T> c = whole(to);
  c.setZero();
  backend::add_product(to, a, b, T(1));
}

template <class T>
void solve_triangle_right(const Operand<T>& l, const Target<T>& x) {
  if (hollow(l) || hollow(x)) return;
  const auto lower = whole(l).template triangularView<Eigen::Lower>();
  Whole<T> columns = whole(x);
  if (l.transposed) {
    lower.transpose().template solveInPlace<Eigen::OnTheRight>(columns);
  } else {
    lower.template solveInPlace<Eigen::OnTheRight>(columns);
  }
}

inline double product_bytes(Index rows, Index cols, Index depth, double scalar_bytes) {
  return scalar_bytes == 4 ? packed_for_product<float>(rows, cols, depth)
                           : packed_for_product<double>(rows, cols, depth);
}

inline MatrixD product(Operand<double> a, Operand<double> b, Workspace* w) {
  MatrixD result(w, a.height(), b.width());
  library_product(w, a.height(), b.width(), a.width(), sizeof(double));
  if (hollow(a) || hollow(b) || measuring(w)) return result;
  if (result.size() * a.width() > few) {
    result.setZero();
    add_large_product(Target<double>(result), a, b, 1.0);
  } else {
    with_factors(a, b,
                 [&](const auto& left, const auto& right) { result.noalias() = left.lazyProduct(right); });
  }
  return result;
}

inline void set_symmetric_product(Target<double> y, Operand<double> a, Operand<double> x) {
  if (hollow(y) || hollow(a) || hollow(x)) return;
  whole(y).col(0).noalias() = whole(a).selfadjointView<Eigen::Lower>() * whole(x).col(0);
}

inline void solve_triangle(Operand<double> l, Target<double> x) {
  if (hollow(l) || hollow(x)) return;
  const auto lower = whole(l).triangularView<Eigen::Lower>();
  Whole<double> columns = whole(x);
  if (l.transposed) {
    lower.transpose().solveInPlace(columns);
  } else {
    lower.solveInPlace(columns);
  }
}

inline double squared_length(Operand<double> a) {
  return hollow(a) ? 0 : whole(a).squaredNorm();
}

template <class T>
bool all_finite(const Operand<T>& a) {
  return hollow(a) || whole(a).allFinite();
}

}  // namespace tanda::internal::backend
