// The dense operations that are the same with every back end.
#include "linalg/dense.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/monitor.hpp"
#include "tanda/detail/small/cholesky.hpp"

namespace tanda::internal {
namespace {

template <class T>
T* column(const Target<T>& a, Index j) {
  return a.data + j * a.stride;
}

/// A block of a target.
template <class T>
Target<T> block(Target<T> a, Index row, Index col, Index rows, Index cols) {
  a.data = column(a, col) + row;
  a.rows = rows;
  a.cols = cols;
  return a;
}

template <class T>
Eigen::Map<PlainMatrix<T>, 0, Eigen::OuterStride<>> matrix(const Target<T>& a) {
  return {a.data, a.rows, a.cols, Eigen::OuterStride<>(a.stride)};
}

/// Replaces the lower triangle of A by L with A = LL'. False if A is not positive definite, or when
/// cancelled.
template <class T>
bool factor(const Target<T>& a, Monitor* monitor) {
  constexpr Index panel = 128;  // columns that are factored before a product updates the others
  if (hollow(a)) return true;
  T before[panel];
  for (Index first = 0; first < a.rows; first += panel) {
    const Index size = std::min(panel, a.rows - first), rest = a.rows - first - size;
    if (!goes_on(monitor, double(rest) * double(rest) * double(size))) return false;
    const Target<T> own = block(a, first, first, size, size);
    auto corner = matrix(own);
    if (!small::cholesky(corner, int(size), before) || !(corner.diagonal().minCoeff() > 0)) return false;
    if (rest == 0) break;
    const Target<T> below = block(a, first + size, first, rest, size);
    solve_triangle_right(Operand<T>(own).transpose(), below);
    add_product_lower(block(a, first + size, first + size, rest, rest), below, Operand<T>(below).transpose(),
                      T(-1));
  }
  return true;
}

/// Multiplications and additions of a·b for one column of b.
double operations_of_column(const Operand<double>& a) {
  return 2 * double(a.height()) * double(a.width());
}

/// Columns of a long product between two checks for cancellation.
Index columns_at_once(const Operand<double>& a) {
  constexpr double some_operations = 5e8;
  return std::max<Index>(64, Index(some_operations / std::max(1.0, operations_of_column(a))));
}

}  // namespace

void library_product(Workspace* w, Index rows, Index cols, Index depth, double scalar_bytes, int workers) {
  constexpr double heads = 64;  // bytes that the heap adds to the blocks
  if (measuring(w) && rows > 0 && cols > 0 && depth > 0)
    w->library_takes(std::size_t(workers * (product_bytes(rows, cols, depth, scalar_bytes) + heads)));
}

bool set_long_product(Target<double> c, Operand<double> a, Operand<double> b, Monitor* monitor) {
  if (hollow(c) || hollow(a) || hollow(b)) return true;
  const double each = operations_of_column(a);
  const Index panel = columns_at_once(a);
  for (Index first = 0; first < c.cols; first += panel) {
    const Index size = std::min(panel, c.cols - first);
    if (!goes_on(monitor, each * double(size))) return false;
    Operand<double> part = b;
    part.data += first * (b.transposed ? 1 : b.stride);
    (b.transposed ? part.rows : part.cols) = size;
    set_product(block(c, 0, first, c.rows, size), a, part);
  }
  return true;
}

MatrixD long_product(Operand<double> a, Operand<double> b, Monitor* monitor, Workspace* w) {
  MatrixD result(w, a.height(), b.width());
  library_product(w, a.height(), std::min(b.width(), columns_at_once(a)), a.width(), sizeof(double));
  if (!set_long_product(result, a, b, monitor)) return {};
  return result;
}

bool long_cholesky(Target<double> a, Monitor* monitor) {
  return factor(a, monitor);
}
bool cholesky(Target<double> a) {
  return factor(a, nullptr);
}
bool cholesky(Target<float> a) {
  return factor(a, nullptr);
}

Index pivoted_cholesky(Target<double> a, double tolerance, Array<int>& order, Monitor* monitor) {
  constexpr Index panel = 64;
  const Index n = a.rows;
  order.resize(std::size_t(n));
  VectorD left(order.home(), n);  // remaining diagonal entries
  library_product(order.home(), n, n, panel, sizeof(double));
  if (hollow(a) || measuring(order.home())) return n;
  std::iota(order.begin(), order.end(), 0);
  auto whole = matrix(a);
  left = whole.diagonal();
  const double floor = n > 0 ? tolerance * left.maxCoeff() : 0;
  int* const rows = order.data();
  for (Index first = 0; first < n; first += panel) {
    const Index last = std::min(first + panel, n), rest = n - last;
    if (!goes_on(monitor, 2 * double(n - first) * double(n - first) * double(panel))) return 0;
    const Index done = small::pivoted_cholesky(whole, int(n), int(first), int(last), left, rows, floor);
    if (done < last) return done;
    if (rest > 0)
      add_square_lower(block(a, last, last, rest, rest), block(a, last, first, rest, last - first), -1);
  }
  return n;
}

void add_square_lower(Target<double> c, Operand<double> a, double scale) {
  add_product_lower(c, a, a.transpose(), scale);
}

MatrixD square_lower(Operand<double> a, Workspace* w) {
  MatrixD result(w, a.height(), a.height());
  library_product(w, a.height(), a.height(), a.width(), sizeof(double));
  if (hollow(a) || measuring(w)) return result;
  result.setZero();
  add_square_lower(result, a);
  return result;
}

void fill_upper(Target<double> a) {
  if (hollow(a)) return;
  for (Index j = 1; j < a.cols; ++j) {
    for (Index i = 0; i < j; ++i) column(a, j)[i] = column(a, i)[j];
  }
}

namespace {

/// Makes v orthogonal to the first `count` columns of an orthonormal basis: subtracts the projection, twice
/// against rounding errors.
void take_away(Target<double> basis, Index count, Target<double> v, Workspace* w) {
  const Operand<double> known = block(basis, 0, 0, basis.rows, count);
  for (int twice = 0; twice < 2; ++twice) {
    const MatrixD parts = product(known.transpose(), v, w);
    add_product(v, known, parts, -1);
  }
}

}  // namespace

Index make_orthonormal(Target<double> columns, Workspace* w) {
  const Index n = columns.rows;
  if (hollow(columns) || measuring(w)) {
    const VectorD parts(w, std::clamp<Index>(columns.cols - 1, 0, n));
    return std::min(n, columns.cols);
  }
  Index axis = 0;
  for (Index j = 0; j < columns.cols; ++j) {
    const Target<double> v = block(columns, 0, j, n, 1);
    double least = 1e-12 * std::sqrt(squared_length(v));
    take_away(columns, j, v, w);
    double length = std::sqrt(squared_length(v));
    while (length <= least) {  // depends on the columns before: try the coordinate axes
      if (axis == n) return j;
      std::fill_n(v.data, n, 0.0);
      v.data[axis++] = 1;
      take_away(columns, j, v, w);
      length = std::sqrt(squared_length(v));
      least = 0.5 / std::sqrt(double(n));
    }
    for (Index i = 0; i < n; ++i) v.data[i] /= length;
  }
  return columns.cols;
}

MatrixD orthonormal_columns(MatrixD columns) {
  columns.conservativeResize(columns.rows(), make_orthonormal(columns, columns.home()));
  return columns;
}

void centre_columns(Target<double> a) {
  if (hollow(a)) return;
  for (Index i = 0; i < a.rows; ++i) {
    double mean = 0;
    for (Index j = 0; j < a.cols; ++j) mean += column(a, j)[i];
    mean /= double(a.cols);
    for (Index j = 0; j < a.cols; ++j) column(a, j)[i] -= mean;
  }
}

void scale_columns(Target<double> a, Operand<double> factors) {
  if (hollow(a) || hollow(factors)) return;
  for (Index j = 0; j < a.cols; ++j) {
    for (Index i = 0; i < a.rows; ++i) column(a, j)[i] *= factors.data[j];
  }
}

void scale_rows(Target<double> a, Operand<double> factors) {
  if (hollow(a) || hollow(factors)) return;
  for (Index j = 0; j < a.cols; ++j) {
    for (Index i = 0; i < a.rows; ++i) column(a, j)[i] *= factors.data[i];
  }
}

VectorD squared_lengths(Operand<double> a, Workspace* w) {
  VectorD result(w, a.cols);
  if (hollow(a) || measuring(w)) return result;
  for (Index j = 0; j < a.cols; ++j) {
    Operand<double> one = a;
    one.data += j * a.stride;
    one.cols = 1;
    result[j] = squared_length(one);
  }
  return result;
}

double largest_magnitude(Operand<double> a) {
  double largest = 0;
  if (hollow(a)) return largest;
  for (Index j = 0; j < a.cols; ++j) {
    for (Index i = 0; i < a.rows; ++i) largest = std::max(largest, std::abs(a.data[i + j * a.stride]));
  }
  return largest;
}

}  // namespace tanda::internal
