#include "spectral/laplacian_path.hpp"

#include <cmath>
#include <optional>

#include "linalg/dense.hpp"
#include "linalg/tridiagonal.hpp"
#include "spectral/pencil.hpp"
#include "tanda/detail/small/symmetric.hpp"

namespace tanda::internal {
namespace {

// Columns of the targets shorter than this fraction of the longest are rounding errors.
constexpr double target_tolerance = 1e-12;

/// Replaces units that are zero by 1.
void make_factors(VectorD& units) {
  for (Index i = 0; units.data() && i < units.size(); ++i) units[i] = units[i] > 0 ? units[i] : 1;
}

/// T·R (t×rank) with orthonormal R, so that TT' stays the same: each next column of R is the longest row of
/// what remains of T.
MatrixD rotated_to_rank(const MatrixD& targets) {
  Workspace* const home = targets.home();
  const Index most = std::min(targets.rows(), targets.cols());
  MatrixD rows(home, targets.transpose()), basis(home, rows.rows(), most);
  double longest = 0;
  Index rank = 0;
  for (; rank < most; ++rank) {
    if (measuring(home)) rank = most - 1;
    const VectorD squares = squared_lengths(rows, home);
    MatrixD more(home, rows.rows(), rank + 1);
    const auto axis = basis.col(rank);
    if (measuring(home)) {
      more = orthonormal_columns(std::move(more));
      product(axis.transpose(), rows, home);
      continue;
    }
    Index at = 0;
    for (Index i = 1; i < squares.size(); ++i) at = squares[i] > squares[at] ? i : at;
    const double length = std::sqrt(squares[at]);
    longest = std::max(longest, length);
    if (!(length > target_tolerance * longest)) break;
    more.leftCols(rank) = basis.leftCols(rank);
    more.col(rank) = rows.col(at);
    more = orthonormal_columns(std::move(more));
    basis.leftCols(rank + 1) = more;
    add_product(rows, axis, product(axis.transpose(), rows, home), -1);
  }
  return product(targets, basis.leftCols(rank), home);
}

/// On the null space of B (R2) only A constrains W: there W2 = −A22⁺A21 W1 for every λ. Replaces A by the
/// Schur complement A11 − A12A22⁺A21 and returns what W2 is computed from, or two empty matrices if there is
/// no null space.
struct Beyond {
  MatrixD basis;    ///< R2 A22^-½, R2 an orthonormal basis of that part
  MatrixD follows;  ///< A R2 A22^-½: W2 = −basis · follows' · W1
};
Beyond eliminate_beyond(MatrixD& a, const MatrixD& b, Units of, Monitor* monitor) {
  Workspace* const home = b.home();
  const Index p = b.rows();
  MatrixD scaled = b;
  VectorD units = to_unit_diagonal(scaled, of);
  make_factors(units);
  Eigenpairs all = symmetric_eigen(std::move(scaled), monitor);
  if (stopped(monitor)) return {};
  Index count = measuring(home) ? p : 0;
  while (count < p && !(all.values[count] > range_tolerance * all.values[p - 1])) ++count;
  if (count == 0) return {};
  Beyond result{std::move(all.vectors), MatrixD::in(home)};
  result.basis.conservativeResize(Eigen::NoChange, count);
  scale_rows(result.basis, units);
  result.basis = orthonormal_columns(std::move(result.basis));
  fill_upper(a);
  result.follows = long_product(a, result.basis, monitor, home);
  if (stopped(monitor)) return {};
  MatrixD inside = long_product(result.basis.transpose(), result.follows, monitor, home);
  if (stopped(monitor)) return {};
  const Eigenpairs pairs = symmetric_eigen(std::move(inside), monitor);
  if (stopped(monitor)) return {};
  Index first = 0;
  if (!measuring(home)) {
    const double floor = range_tolerance * std::max(a.trace() / double(p), pairs.values[count - 1]);
    while (first < count && !(pairs.values[first] > floor)) ++first;
  }
  if (first == count) return {};
  const MatrixD white = whitening(pairs, count - first);  // A22^-½
  result.follows = long_product(result.follows, white, monitor, home);
  result.basis = long_product(result.basis, white, monitor, home);
  if (stopped(monitor)) return {};
  library_product(home, p, p, count, sizeof(double));
  add_square_lower(a, result.follows, -1);
  return result;
}

/// Orthonormal eigenvectors of the null space of B (lower triangle). Nothing if B has less than half of full
/// rank, if they cannot be computed, or when cancelled.
std::optional<MatrixD> null_vectors(MatrixD b, Monitor* monitor) {
  const Index p = b.rows();
  const bool counting = measuring(b.home());
  if (!counting && !(small::normalise(b, int(p)) > 0)) return {};
  VectorD factors = VectorD::in(b.home());
  const Tridiagonal t = reduce_to_tridiagonal(b, factors, monitor);
  if (t.rows() == 0) return {};
  const VectorD largest = tridiagonal_values(t, p - 1, 1);
  const Index count = counting ? p / 2 : count_below(t, range_tolerance * largest[0]);
  if (2 * count > p) return {};
  MatrixD vectors = tridiagonal_vectors(t, tridiagonal_values(t, 0, count, monitor), monitor);
  if (vectors.cols() < count) return {};
  apply_reflections(b, factors, vectors, monitor);
  return vectors;
}

/// M⁻¹H for a positive definite M, computed in M's memory. Empty when M is not definite, or when cancelled.
MatrixD solve_definite(MatrixD& m, MatrixD h, Monitor* monitor) {
  library_product(m.home(), m.rows(), m.rows(), cholesky_depth, sizeof(double));
  library_product(m.home(), m.rows(), h.cols(), m.rows(), sizeof(double));
  if (!long_cholesky(m, monitor)) return {};
  solve_triangle(m, h);
  solve_triangle(m.transpose(), h);
  return h;
}

/// M⁻¹H on the complement of the directions N (orthonormal columns), computed in M's memory.
MatrixD solve_without(MatrixD& m, MatrixD h, const MatrixD& n, Monitor* monitor) {
  if (n.cols() == 0) return solve_definite(m, std::move(h), monitor);
  // (I − NN')M(I − NN') + σNN'
  Workspace* const home = m.home();
  fill_upper(m);
  MatrixD turned = long_product(m, n, monitor, home);
  if (stopped(monitor)) return {};
  MatrixD inside = product(n.transpose(), turned, home);
  for (Index i = 0; !measuring(home) && i < inside.rows(); ++i) inside(i, i) += m.trace() / double(m.rows());
  library_product(home, m.rows(), m.rows(), n.cols(), sizeof(double));
  add_product(turned, n, inside, -0.5);
  add_product_lower(m, turned, n.transpose(), -1);
  add_product_lower(m, n, turned.transpose(), -1);
  add_product(h, n, product(n.transpose(), h, home), -1);
  return solve_definite(m, std::move(h), monitor);
}

/// M (lower triangle) ← DMD for a diagonal D.
void scale_both_sides(MatrixD& m, const VectorD& d) {
  if (hollow(Operand<double>(m))) return;
  for (Index j = 0; j < m.cols(); ++j) {
    for (Index i = j; i < m.rows(); ++i) m(i, j) *= d[i] * d[j];
  }
}

/// W(λ) for a B without full rank. Its range is determined in units of its diagonal.
MatrixD directions_on_range(const LaplacianProblem& problem, double lambda, Monitor* monitor) {
  constexpr double far_larger = 1000;  // λA so much larger than B leaves too few digits for B
  MatrixD m = problem.smoothness, scaled = problem.total;
  VectorD units = to_unit_diagonal(scaled, problem.units);
  make_factors(units);
  scale_both_sides(m, units);
  if (!measuring(m.home())) {
    m *= lambda;
    m += scaled;
    double most = 0, own = 0;
    for (Index i = 0; i < m.rows(); ++i) {
      most = std::max(most, m(i, i));
      own = std::max(own, scaled(i, i));
    }
    if (!(most <= far_larger * own)) return {};
  }
  const std::optional<MatrixD> null = null_vectors(std::move(scaled), monitor);
  if (!null || stopped(monitor)) return {};
  MatrixD h = rotated_to_rank(problem.targets);
  scale_rows(h, units);
  MatrixD result = solve_without(m, std::move(h), *null, monitor);
  if (result.size() == 0) return {};
  scale_rows(result, units);
  if (null->cols() == 0) return result;
  // Remove the part in the null space of B.
  MatrixD basis = *null;
  scale_rows(basis, units);
  basis = orthonormal_columns(std::move(basis));
  add_product(result, basis, product(basis.transpose(), result, m.home()), -1);
  return result;
}

}  // namespace

MatrixD laplacian_directions(LaplacianProblem& problem, double lambda, Monitor* monitor) {
  constexpr Index small = 200;
  MatrixD &a = problem.smoothness, &b = problem.total;
  VectorD diagonal = VectorD::in(b.home());
  const bool counting = measuring(b.home());
  if (problem.beyond || b.rows() <= small || !(counting || largest_magnitude(problem.targets) > 0)) return {};
  fill_upper(a);
  if (counting) {  // a counting run takes what both cases need: B of full rank, and not
    (void)factor_in_place(b, diagonal, 0, monitor);
    (void)directions_on_range(problem, lambda, monitor);
    return solve_definite(a, rotated_to_rank(problem.targets), monitor);
  }
  if (!factor_in_place(b, diagonal, lambda * norm_of(a), monitor)) {
    if (stopped(monitor)) return {};
    return directions_on_range(problem, lambda, monitor);
  }
  for (Index j = 0; j < b.cols(); ++j) {  // λA + B; B is still above the diagonal of its factor
    a(j, j) = lambda * a(j, j) + diagonal[j];
    for (Index i = j + 1; i < b.rows(); ++i) a(i, j) = lambda * a(i, j) + b(j, i);
  }
  return solve_definite(a, rotated_to_rank(problem.targets), monitor);  // definite, because B is safely so
}

LaplacianPath::LaplacianPath(LaplacianProblem problem, Monitor* monitor)
    : axes_(MatrixD::in(problem.total.home())),
      targets_(MatrixD::in(axes_.home())),
      values_(VectorD::in(axes_.home())) {
  Workspace* const home = axes_.home();
  MatrixD &smoothness = problem.smoothness, &total = problem.total;
  Beyond part;
  if (problem.beyond && total.rows() > 0) part = eliminate_beyond(smoothness, total, problem.units, monitor);
  const Index p = total.rows();
  if (stopped(monitor)) return;
  Eigenpairs pairs = solve(Pencil{std::move(smoothness), std::move(total), End::smallest, problem.units}, p,
                           Columns::b_normal, monitor);
  if (stopped(monitor)) return;
  axes_ = std::move(pairs.vectors);
  values_ = pairs.values.cwiseMax(0);
  targets_ = rotated_to_rank(product(axes_.transpose(), problem.targets, home));
  if (part.basis.cols() > 0)
    add_product(axes_, part.basis, product(part.follows.transpose(), axes_, home), -1);
}

VectorD LaplacianPath::factors(double lambda) const {
  VectorD result(axes_.home(), values_.size());
  for (Index i = 0; result.data() && i < result.size(); ++i) result[i] = 1 / (1 + lambda * values_[i]);
  return result;
}
MatrixD LaplacianPath::coefficients(double lambda) const {
  MatrixD result = targets_;
  scale_rows(result, factors(lambda));
  return result;
}
MatrixD LaplacianPath::directions(double lambda) const {
  return product(axes_, coefficients(lambda), axes_.home());
}

}  // namespace tanda::internal
