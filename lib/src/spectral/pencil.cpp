#include "spectral/pencil.hpp"

#include <cmath>
#include <utility>

#include "linalg/dense.hpp"
#include "spectral/inverse_iteration.hpp"

namespace tanda::internal {
namespace {

// A Cholesky factor this well conditioned proves that no eigenvalue of B is below the range tolerance.
constexpr double safe_condition = 1 / (100 * range_tolerance);

// A diagonal entry of B below this fraction of A's is a rounding error; in units of itself it would dominate.
constexpr double diagonal_noise = 1e-24;

/// Sets to zero the rows and columns of B whose diagonal entry is only a rounding error.
void drop_noise(const MatrixD& a, double a_scale, MatrixD& b, double b_scale) {
  for (Index k = 0; k < b.rows(); ++k) {
    if (b(k, k) * b_scale > diagonal_noise * a_scale * std::abs(a(k, k))) continue;
    b.row(k).setZero();
    b.col(k).setZero();
  }
}

/// An estimate of ‖(LL')⁻¹‖ by a few steps of inverse iteration.
double norm_of_inverse(const MatrixD& factor) {
  VectorD v(factor.home(), factor.rows());
  if (measuring(factor.home())) return 1;
  for (Index i = 0; i < v.size(); ++i) v[i] = (i % 2 == 0 ? 1 : -1) * (1 + double(i) / double(v.size()));
  double length = 1;
  for (int step = 0; step < 5; ++step) {
    v /= std::sqrt(squared_length(v));
    solve_triangle(factor, v);
    solve_triangle(factor.transpose(), v);
    length = std::sqrt(squared_length(v));
  }
  return length;
}

/// A ← L⁻¹·A·L⁻' in the lower triangle, panel by panel. O(d³), half the operations of two triangular
/// solutions.
void apply_inverse_from_both_sides(const MatrixD& factor, MatrixD& a, Monitor* monitor) {
  constexpr Index panel = 64;
  const Index d = a.rows();
  library_product(a.home(), d, d, panel, sizeof(double));
  library_product(a.home(), d, panel, d, sizeof(double));
  if (measuring(a.home())) return;
  for (Index first = 0; first < d; first += panel) {
    const Index size = std::min(panel, d - first), rest = d - first - size;
    if (!goes_on(monitor, 6 * double(rest) * double(rest) * double(size))) return;
    const auto l = factor.block(first, first, size, size);
    auto corner = a.block(first, first, size, size);
    fill_upper(corner);
    solve_triangle(l, corner);
    solve_triangle_right(l.transpose(), corner);
    if (rest == 0) break;
    const auto l_below = factor.block(first + size, first, rest, size);
    auto below = a.block(first + size, first, rest, size);
    solve_triangle_right(l.transpose(), below);
    add_product(below, l_below, corner, -0.5);
    auto remainder = a.bottomRightCorner(rest, rest);
    add_product_lower(remainder, below, l_below.transpose(), -1);
    add_product_lower(remainder, l_below, below.transpose(), -1);
    add_product(below, l_below, corner, -0.5);
    solve_triangle(factor.bottomRightCorner(rest, rest), below);
  }
}

/// Divides by a power of two near the largest entry (exactly) and returns it, so that no product of A and B
/// overflows.
double take_scale(MatrixD& m) {
  double largest = 0;
  if (measuring(m.home())) return 1;
  for (Index j = 0; j < m.cols(); ++j) {
    for (Index i = j; i < m.rows(); ++i) largest = std::max(largest, std::abs(m(i, j)));
  }
  if (!(largest > 0) || !std::isfinite(largest)) return 1;
  const double scale = std::ldexp(1, std::max(-500, std::ilogb(largest) / 2) * 2);  // its root is exact too
  const double factor = 1 / scale;
  for (Index j = 0; j < m.cols(); ++j) {
    for (Index i = j; i < m.rows(); ++i) m(i, j) *= factor;
  }
  return scale;
}

// A few eigenpairs at the upper end of a large matrix are found faster by iteration: it consists of matrix
// products, while the reduction to three diagonals reads the whole matrix for every row. Up to 1024 rows the
// reduction is still faster.
bool worth_iterating(double rows, double count, End end) {
  return end == End::largest && rows >= 1500 && 40 * count <= rows;
}

/// The outermost eigenpairs; both ways leave the vectors in C's memory.
Eigenpairs outermost(MatrixD&& c, Index count, End end, Monitor* monitor) {
  if (worth_iterating(double(c.rows()), double(count), end)) {
    fill_upper(c);
    VectorD values(c.home(), count);
    const auto multiply = [&](MatrixD& v) {
      const MatrixD times_c = product(v, c, v.home());
      v = times_c;
    };
    const Eigenpairs pairs = largest_eigenpairs(c.rows(), count, multiply, monitor, c.home());
    if (pairs.values.size() > 0 && !measuring(c.home())) {
      c.leftCols(count) = pairs.vectors;
      values = pairs.values;
      keep_columns(c, count);
      return {std::move(c), std::move(values)};
    }
  }
  return extreme_eigen(std::move(c), count, end, monitor);
}

}  // namespace

double norm_of(const MatrixD& b) {
  double largest = 0;
  if (measuring(b.home())) return largest;
  for (Index j = 0; j < b.cols(); ++j) {
    double sum = 0;
    for (Index i = 0; i < b.rows(); ++i) sum += std::abs(b(i, j));
    largest = std::max(largest, sum);
  }
  return largest;
}

bool factor_in_place(MatrixD& b, VectorD& diagonal, double added_norm, Monitor* monitor) {
  diagonal = VectorD(b.home(), b.diagonal());
  fill_upper(b);
  library_product(b.home(), b.rows(), b.rows(), cholesky_depth, sizeof(double));
  library_product(b.home(), b.rows(), 1, b.rows(), sizeof(double));
  const double norm = norm_of(b) + added_norm;
  if (long_cholesky(b, monitor) && norm * norm_of_inverse(b) < safe_condition) return true;
  if (measuring(b.home())) return true;
  for (Index j = 0; j < b.cols(); ++j) {
    b(j, j) = diagonal[j];
    for (Index i = j + 1; i < b.rows(); ++i) b(i, j) = b(j, i);
  }
  return false;
}

// Computed in B's memory: first the eigenvectors of its range, after them those of its null space.
MatrixD whitening_of_range(MatrixD b, Monitor* monitor, Units of) {
  VectorD units = to_unit_diagonal(b, of);
  Eigenpairs pairs = symmetric_eigen(std::move(b), monitor);
  if (stopped(monitor)) return {};
  const Index d = units.size(), rank = rank_of(pairs.values);
  keep_end(pairs, d, End::largest);
  MatrixD& w = pairs.vectors;
  if (measuring(w.home())) {
    const MatrixD along(w.home(), d / 2, d - d / 2);  // of all ranks, half takes the most
    library_product(w.home(), d, d, d, sizeof(double));
    return std::move(w);
  }
  for (Index j = 0; j < rank; ++j) w.col(j) /= std::sqrt(pairs.values[j]);
  auto result = w.leftCols(rank);
  scale_rows(result, units);
  if (rank < d) {
    // Make the range orthogonal to the null space of B, which the scaling by units has mixed in.
    auto null = w.rightCols(d - rank);
    null.rowwise().reverseInPlace();
    for (double& unit : units) unit = unit > 0 ? unit : 1;
    scale_rows(null, units);
    const auto basis = null.leftCols(make_orthonormal(null, w.home()));
    add_product(result, basis, product(basis.transpose(), result, w.home()), -1);
    w.conservativeResize(d, rank);
  }
  return std::move(w);
}

MatrixD scaled_columns(MatrixD t, Columns columns) {
  if (columns == Columns::orthonormal) return orthonormal_columns(std::move(t));
  if (columns == Columns::unit) {
    VectorD factors = squared_lengths(t, t.home());
    if (measuring(t.home())) return t;
    for (double& factor : factors) factor = factor > 0 ? 1 / std::sqrt(factor) : 1;
    scale_columns(t, factors);
  }
  return t;
}

void add_ridge(MatrixD& b, double ridge, Index d) {
  if (!(ridge > 0) || measuring(b.home())) return;
  const double more = ridge * b.trace() / double(d);
  for (Index i = 0; i < b.rows(); ++i) b(i, i) += more;
}

namespace {

/// C = L⁻¹ A L⁻', t = L⁻' v. False, with B unchanged, where B is singular. T is left in B's memory, as by
/// `solve_in_range`, so that what follows finds the same memory free in both cases.
bool solve_by_factor(Pencil& pencil, Index dims, Eigenpairs& result, Monitor* monitor) {
  MatrixD &a = pencil.a, &factor = pencil.b;
  {
    VectorD diagonal;
    if (!factor_in_place(factor, diagonal, 0, monitor)) return false;
  }
  apply_inverse_from_both_sides(factor, a, monitor);
  if (measuring(a.home())) return false;  // a counting run goes on with `solve_in_range`, which takes more
  result = outermost(std::move(a), dims, pencil.end, monitor);
  if (stopped(monitor)) return true;
  solve_triangle(factor.transpose(), result.vectors);
  factor.leftCols(result.vectors.cols()) = result.vectors;
  keep_columns(factor, result.vectors.cols());
  result.vectors = std::move(factor);
  return true;
}

/// C = W'AW, t = Wv, where W is the whitening of the range of B.
Eigenpairs solve_in_range(Pencil& pencil, Index dims, Monitor* monitor) {
  MatrixD w = whitening_of_range(std::move(pencil.b), monitor, pencil.units);
  if (stopped(monitor)) return {};
  MatrixD c = std::move(pencil.a);
  fill_upper(c);
  {
    const MatrixD half = long_product(c, w, monitor, w.home());
    if (stopped(monitor)) return {};
    library_product(w.home(), w.cols(), w.cols(), w.rows(), sizeof(double));
    if (!set_long_product(c.topLeftCorner(w.cols(), w.cols()), w.transpose(), half, monitor)) return {};
    c.conservativeResize(w.cols(), w.cols());
  }
  Eigenpairs result = outermost(std::move(c), dims, pencil.end, monitor);
  if (stopped(monitor)) return {};
  {
    const MatrixD vectors = long_product(w, result.vectors, monitor, w.home());
    if (stopped(monitor)) return {};
    if (!measuring(w.home())) w.leftCols(vectors.cols()) = vectors;
    keep_columns(w, vectors.cols());
  }
  return {std::move(w), std::move(result.values)};
}

}  // namespace

Eigenpairs solve(Pencil pencil, Index dims, Columns columns, Monitor* monitor) {
  Eigenpairs result;
  const double a_scale = take_scale(pencil.a), b_scale = take_scale(pencil.b);
  const bool counting = measuring(pencil.a.home());
  if (pencil.b.size() == 0) {
    result = outermost(std::move(pencil.a), dims, pencil.end, monitor);
  } else {
    if (!solve_by_factor(pencil, dims, result, monitor)) {
      if (pencil.units == Units::own && !counting) drop_noise(pencil.a, a_scale, pencil.b, b_scale);
      result = solve_in_range(pencil, dims, monitor);
    }
  }
  if (stopped(monitor)) return {};
  if (!counting) {
    result.values *= a_scale / b_scale;
    result.vectors /= std::sqrt(b_scale);
  }
  result.vectors = scaled_columns(std::move(result.vectors), columns);
  return result;
}

}  // namespace tanda::internal
