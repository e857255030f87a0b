// The dense operations by Eigen: fast on every processor, and a large part of any program.
#include "tanda/core/dense.hpp"

#include <Eigen/Cholesky>

namespace tanda {
namespace {

/// Multiplications, or entries of the left factor, below which a plain loop beats packing.
constexpr Index few = 1 << 15, small_factor = 1024;

template <class T>
using Whole = Eigen::Map<Matrix<T>, 0, Eigen::OuterStride<>>;
template <class T>
using ConstWhole = Eigen::Map<const Matrix<T>, 0, Eigen::OuterStride<>>;

template <class T>
Whole<T> whole(const Target<T>& a) {
  return {a.data, a.rows, a.cols, Eigen::OuterStride<>(a.stride)};
}
template <class T>
ConstWhole<T> whole(const Operand<T>& a) {
  return {a.data, a.rows, a.cols, Eigen::OuterStride<>(a.stride)};
}

/// Calls use(a, b) with the factors or their transposes; not both are transposed in any product.
template <class T, class Use>
void with_factors(const Operand<T>& a, const Operand<T>& b, Use use) {
  const ConstWhole<T> left = whole(a), right = whole(b);
  if (a.transposed) {
    use(left.transpose(), right);
  } else if (b.transposed) {
    use(left, right.transpose());
  } else {
    use(left, right);
  }
}

/// Whether plain loops do. The choice does not depend on how many columns there are, so that a column does
/// not feel its neighbours.
template <class T>
bool plain_loops_do(const Operand<T>& a) {
  return a.rows * a.cols <= small_factor;
}

/// Calls use(j, column) with each column of scale·left·right for a small left. A column is made in a place of
/// its own: where it would lie, its neighbours would decide which entries are made by packets, which may
/// round otherwise.
template <class T, class Left, class Right, class Use>
void each_column(const Left& left, const Right& right, T scale, Use use) {
  alignas(16) T room[small_factor];
  Eigen::Map<Vector<T>, Eigen::Aligned16> column(room, left.rows());
  for (Index j = 0; j < right.cols(); ++j) {
    column.noalias() = left.lazyProduct(right.col(j));
    column *= scale;
    use(j, column);
  }
}

template <class T>
void add(const Target<T>& to, const Operand<T>& a, const Operand<T>& b, T scale) {
  Whole<T> c = whole(to);
  if (a.width() == 0) return;
  with_factors(a, b, [&](const auto& left, const auto& right) {
    if (plain_loops_do(a)) {
      each_column(left, right, scale, [&](Index j, const auto& column) { c.col(j) += column; });
    } else {
      c.noalias() += scale * left * right;
    }
  });
}

template <class T>
void set(const Target<T>& to, const Operand<T>& a, const Operand<T>& b) {
  Whole<T> c = whole(to);
  if (a.width() == 0) {
    c.setZero();
    return;
  }
  with_factors(a, b, [&](const auto& left, const auto& right) {
    if (plain_loops_do(a)) {
      each_column(left, right, T(1), [&](Index j, const auto& column) { c.col(j) = column; });
    } else {
      c.noalias() = left * right;
    }
  });
}

template <class T>
bool factor(const Target<T>& a) {
  Eigen::Ref<Matrix<T>, 0, Eigen::OuterStride<>> lower(whole(a));
  const Eigen::LLT<Eigen::Ref<Matrix<T>, 0, Eigen::OuterStride<>>> llt(lower);
  return llt.info() == Eigen::Success;
}

template <class T>
void solve_right(const Operand<T>& l, const Target<T>& x) {
  const auto lower = whole(l).template triangularView<Eigen::Lower>();
  Whole<T> columns = whole(x);
  if (l.transposed) {
    lower.transpose().template solveInPlace<Eigen::OnTheRight>(columns);
  } else {
    lower.template solveInPlace<Eigen::OnTheRight>(columns);
  }
}

template <class S>
double packed(Eigen::Index rows, Eigen::Index cols, Eigen::Index depth) {
  // Eigen chooses its blocks by the caches of the machine: ask it. The whole width is what the products of
  // triangular results pack; small blocks live on the stack.
  Eigen::Index width = cols;
  Eigen::internal::computeProductBlockingSizes<S, S>(depth, rows, width);
  const auto on_heap = [](double bytes) { return bytes > EIGEN_STACK_ALLOCATION_LIMIT ? bytes : 0; };
  return on_heap(sizeof(S) * double(depth) * double(rows)) +
         on_heap(sizeof(S) * double(depth) * double(cols));
}

}  // namespace

double product_bytes(Index rows, Index cols, Index depth, double scalar_bytes) {
  return scalar_bytes == 4 ? packed<float>(rows, cols, depth) : packed<double>(rows, cols, depth);
}

MatrixD product(Operand<double> a, Operand<double> b) {
  MatrixD result(a.height(), b.width());
  with_factors(a, b, [&](const auto& left, const auto& right) {
    if (result.size() * a.width() <= few) {
      result.noalias() = left.lazyProduct(right);
    } else {
      result.noalias() = left * right;
    }
  });
  return result;
}

void set_product(Target<double> c, Operand<double> a, Operand<double> b) {
  set(c, a, b);
}
void set_product(Target<float> c, Operand<float> a, Operand<float> b) {
  set(c, a, b);
}
void add_product(Target<double> c, Operand<double> a, Operand<double> b, double scale) {
  add(c, a, b, scale);
}
void add_product(Target<float> c, Operand<float> a, Operand<float> b, float scale) {
  add(c, a, b, scale);
}

void add_product_lower(Target<double> c, Operand<double> a, Operand<double> b, double scale) {
  if (c.rows == 0 || a.width() == 0) return;  // Eigen would divide by zero
  with_factors(a, b, [&](const auto& left, const auto& right) {
    whole(c).triangularView<Eigen::Lower>() += scale * left * right;
  });
}

bool cholesky(Target<double> a) {
  return factor(a);
}
bool cholesky(Target<float> a) {
  return factor(a);
}

void solve_triangle(Operand<double> l, Target<double> x) {
  const auto lower = whole(l).triangularView<Eigen::Lower>();
  Whole<double> columns = whole(x);
  if (l.transposed) {
    lower.transpose().solveInPlace(columns);
  } else {
    lower.solveInPlace(columns);
  }
}

void solve_triangle_right(Operand<double> l, Target<double> x) {
  solve_right(l, x);
}
void solve_triangle_right(Operand<float> l, Target<float> x) {
  solve_right(l, x);
}

double squared_length(Operand<double> a) {
  return whole(a).squaredNorm();
}

bool all_finite(Operand<double> a) {
  return whole(a).allFinite();
}
bool all_finite(Operand<float> a) {
  return whole(a).allFinite();
}

}  // namespace tanda
