#include "tanda/spectral/pencil.hpp"

#include <cmath>

#include "tanda/core/dense.hpp"

namespace tanda {
namespace {

// A Cholesky factor this well conditioned proves that no eigenvalue of B is below the range tolerance.
constexpr double safe_condition = 1 / (100 * range_tolerance);

/// W (d×q) with W'BW = I on the range of B, by eigenvalues.
MatrixD whitening_of_range(MatrixD&& b) {
  const Eigenpairs pairs = symmetric_eigen(std::move(b));
  return whitening(pairs, rank_of(pairs.values));
}

/// The largest sum of magnitudes in a column of a symmetric matrix.
double norm_of(const MatrixD& b) {
  double largest = 0;
  for (Index j = 0; j < b.cols(); ++j) {
    double sum = 0;
    for (Index i = 0; i < b.rows(); ++i) sum += std::abs(b(i, j));
    largest = std::max(largest, sum);
  }
  return largest;
}

/// ‖(LL')⁻¹‖ nearly: what inverse iteration comes to in a few steps.
double norm_of_inverse(const MatrixD& factor) {
  VectorD v(factor.rows());
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

/// B = LL' in B's own memory, when that proves its full rank: the upper triangle and `diagonal` keep B
/// meanwhile, and B is put back otherwise.
bool factor_in_place(MatrixD& b) {
  const VectorD diagonal = b.diagonal();
  fill_upper(b);
  const double norm = norm_of(b);
  if (cholesky(b) && norm * norm_of_inverse(b) < safe_condition) return true;
  for (Index j = 0; j < b.cols(); ++j) {
    b(j, j) = diagonal[j];
    for (Index i = j + 1; i < b.rows(); ++i) b(i, j) = b(j, i);
  }
  return false;
}

/// The wanted end of ascending eigenpairs, best first.
Eigenpairs wanted_end(const Eigenpairs& all, End end, Index dims) {
  const Index r = std::min<Index>(dims, all.values.size());
  if (end == End::smallest) return {all.vectors.leftCols(r), all.values.head(r)};
  return largest_pairs(all, r);
}

/// Divides by a power of two near the largest entry (exact) and gives it, so that no product of A and B
/// overflows.
double take_scale(MatrixD& m) {
  double largest = 0;
  for (Index j = 0; j < m.cols(); ++j) {
    for (Index i = j; i < m.rows(); ++i) largest = std::max(largest, std::abs(m(i, j)));
  }
  if (!(largest > 0) || !std::isfinite(largest)) return 1;
  const double scale = std::exp2(std::max(-500, std::ilogb(largest) / 2) * 2);  // its root is exact too
  for (Index j = 0; j < m.cols(); ++j) {
    for (Index i = j; i < m.rows(); ++i) m(i, j) /= scale;
  }
  return scale;
}

MatrixD scaled_columns(MatrixD t, Columns columns) {
  if (columns == Columns::orthonormal) return orthonormal_columns(std::move(t));
  if (columns == Columns::unit) {
    VectorD factors = squared_lengths(t);
    for (double& factor : factors) factor = factor > 0 ? 1 / std::sqrt(factor) : 1;
    scale_columns(t, factors);
  }
  return t;
}

}  // namespace

void add_ridge(MatrixD& b, double ridge, Index d) {
  if (!(ridge > 0)) return;
  const double more = ridge * b.trace() / double(d);
  for (Index i = 0; i < b.rows(); ++i) b(i, i) += more;
}

Eigenpairs solve(Pencil pencil, Index dims, Columns columns) {
  Eigenpairs result;
  const double a_scale = take_scale(pencil.a), b_scale = take_scale(pencil.b);
  if (pencil.b.size() == 0) {
    result = wanted_end(symmetric_eigen(std::move(pencil.a)), pencil.end, dims);
  } else {
    if (factor_in_place(pencil.b)) {
      // C = L⁻¹ A L⁻', t = L⁻' v
      const MatrixD& factor = pencil.b;
      fill_upper(pencil.a);
      solve_triangle(factor, pencil.a);
      solve_triangle_right(factor.transpose(), pencil.a);
      result = wanted_end(symmetric_eigen(std::move(pencil.a)), pencil.end, dims);
      solve_triangle(factor.transpose(), result.vectors);
    } else {
      const MatrixD w = whitening_of_range(std::move(pencil.b));
      fill_upper(pencil.a);
      MatrixD c = product(pencil.a, w);
      pencil.a.resize(0, 0);
      c = product(w.transpose(), c);
      result = wanted_end(symmetric_eigen(std::move(c)), pencil.end, dims);
      result.vectors = product(w, result.vectors);
    }
  }
  result.values *= a_scale / b_scale;
  result.vectors /= std::sqrt(b_scale);
  result.vectors = scaled_columns(std::move(result.vectors), columns);
  return result;
}

void plan_solve(MemoryPlan& plan, const Shape& shape, bool with_b) {
  // All but the range of a singular B is solved in the memory of A and B.
  const double d = shape.dims, packed = with_b ? packed_bytes(d, d, d) : 0;
  plan.use((with_b ? 8 * d * d : 0) + packed + 2 * 8 * d * std::min(d, shape.wanted) + 4 * 8 * d);
}

}  // namespace tanda
