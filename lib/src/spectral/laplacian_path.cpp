#include "tanda/spectral/laplacian_path.hpp"

#include <cmath>

#include "tanda/core/dense.hpp"
#include "tanda/spectral/pencil.hpp"

namespace tanda {
namespace {

// Columns of the targets below this part of the largest are rounding errors.
constexpr double target_tolerance = 1e-12;

/// T·R (t×rank) with orthonormal R, such that TT' stays: each next column of R is the longest row of what is
/// left of T.
MatrixD rotated_to_rank(const MatrixD& targets) {
  MatrixD rows = targets.transpose(), basis(rows.rows(), 0);
  double longest = 0;
  for (Index rank = 0; rank < std::min(rows.rows(), rows.cols()); ++rank) {
    const VectorD squares = squared_lengths(rows);
    Index at = 0;
    for (Index i = 1; i < squares.size(); ++i) at = squares[i] > squares[at] ? i : at;
    const double length = std::sqrt(squares[at]);
    longest = std::max(longest, length);
    if (!(length > target_tolerance * longest)) break;
    MatrixD more(rows.rows(), rank + 1);
    more << basis, rows.col(at);
    basis = orthonormal_columns(std::move(more));
    const auto axis = basis.col(rank);
    add_product(rows, axis, product(axis.transpose(), rows), -1);
  }
  return product(targets, basis);
}

/// Where B is zero, only A binds W: W2 = −A22⁺A21 W1 whatever λ is. Puts the Schur complement A11 −
/// A12A22⁺A21 in A's place. Gives what W2 follows from, or two empty matrices.
struct Beyond {
  MatrixD basis;    ///< R2 A22^-½, R2 an orthonormal basis of that part
  MatrixD follows;  ///< A R2 A22^-½: W2 = −basis · follows' · W1
};
Beyond eliminate_beyond(MatrixD& a, const MatrixD& b) {
  const Index p = b.rows();
  Eigenpairs all = symmetric_eigen(MatrixD(b));
  Index count = 0;
  while (count < p && !(all.values[count] > range_tolerance * all.values[p - 1])) ++count;
  if (count == 0) return {};
  Beyond result{std::move(all.vectors), {}};
  result.basis.conservativeResize(Eigen::NoChange, count);
  fill_upper(a);
  result.follows = product(a, result.basis);
  const Eigenpairs pairs = symmetric_eigen(product(result.basis.transpose(), result.follows));
  Index first = 0;
  const double floor = range_tolerance * std::max(a.trace() / double(p), pairs.values[count - 1]);
  while (first < count && !(pairs.values[first] > floor)) ++first;
  if (first == count) return {};
  const MatrixD white = whitening(pairs, count - first);  // A22^-½
  result.follows = product(result.follows, white);
  result.basis = product(result.basis, white);
  add_square_lower(a, result.follows, -1);
  return result;
}

}  // namespace

MatrixD laplacian_directions(LaplacianProblem& problem, double lambda) {
  constexpr Index small = 200;
  MatrixD &a = problem.smoothness, &b = problem.total;
  VectorD diagonal;
  if (problem.beyond || b.rows() <= small || !(largest_magnitude(problem.targets) > 0)) return {};
  fill_upper(a);
  if (!factor_in_place(b, diagonal, lambda * norm_of(a))) return {};
  for (Index j = 0; j < b.cols(); ++j) {  // λA + B, which is above the diagonal of its factor
    a(j, j) = lambda * a(j, j) + diagonal[j];
    for (Index i = j + 1; i < b.rows(); ++i) a(i, j) = lambda * a(i, j) + b(j, i);
  }
  if (!cholesky(a)) return {};  // it cannot: B is safely definite
  MatrixD result = rotated_to_rank(problem.targets);
  solve_triangle(a, result);
  solve_triangle(a.transpose(), result);
  return result;
}

LaplacianPath::LaplacianPath(LaplacianProblem problem) {
  MatrixD &smoothness = problem.smoothness, &total = problem.total;
  Beyond part;
  if (problem.beyond && total.rows() > 0) part = eliminate_beyond(smoothness, total);
  const Index p = total.rows();
  Eigenpairs pairs = solve(Pencil{std::move(smoothness), std::move(total), End::smallest}, p);
  axes_ = std::move(pairs.vectors);
  values_ = pairs.values.cwiseMax(0);
  targets_ = rotated_to_rank(product(axes_.transpose(), problem.targets));
  if (part.basis.cols() > 0) add_product(axes_, part.basis, product(part.follows.transpose(), axes_), -1);
}

VectorD LaplacianPath::factors(double lambda) const {
  VectorD result(values_.size());
  for (Index i = 0; i < result.size(); ++i) result[i] = 1 / (1 + lambda * values_[i]);
  return result;
}
MatrixD LaplacianPath::coefficients(double lambda) const {
  MatrixD result = targets_;
  scale_rows(result, factors(lambda));
  return result;
}
MatrixD LaplacianPath::directions(double lambda) const {
  return product(axes_, coefficients(lambda));
}

}  // namespace tanda
