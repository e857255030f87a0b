// Eigenpairs of a symmetric matrix. `detail/small` solves small ones. Large ones are reduced to tridiagonal
// form panel by panel; then QR steps find all eigenpairs, or bisection and inverse iteration a few of them.
#include "linalg/symmetric.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/monitor.hpp"
#include "linalg/dense.hpp"
#include "linalg/tridiagonal.hpp"
#include "tanda/detail/small/symmetric.hpp"

namespace tanda::internal {
namespace {

/// Number of rows from which on the work is done panel by panel and can be cancelled.
constexpr Index large = 128;

void set_no_numbers(VectorD& values) {
  values.setConstant(std::numeric_limits<double>::quiet_NaN());
}

/// Scales A to entries of about one. Gives the factor for its eigenvalues; zero if an entry is not finite.
double normalise(MatrixD& a) {
  return measuring(a.home()) ? 1 : small::normalise(a, int(a.rows()));
}

Eigenpairs small_pairs(MatrixD&& a) {
  const Index n = a.rows();
  VectorD values(a.home(), n);
  {
    VectorD room(a.home(), 2 * n);
    if (!measuring(a.home()) && !small::eigenpairs(a, int(n), values, room, End::smallest, int(n)))
      set_no_numbers(values);
  }
  return {std::move(a), std::move(values)};
}

/// All eigenpairs of A, which `reduce_to_tridiagonal` has reduced to T, in the memory of A.
Eigenpairs all_pairs(MatrixD&& a, const VectorD& factors, Tridiagonal&& t, double unit, Monitor* monitor) {
  form_reflections(a, factors, monitor);
  if (!diagonalise(t, a, monitor)) return {};
  if (!measuring(a.home())) t.diagonal *= unit;
  return {std::move(a), std::move(t.diagonal)};
}

/// The wanted eigenpairs of T; no vectors if inverse iteration fails.
Eigenpairs some_pairs(const Tridiagonal& t, Index count, End end, Monitor* monitor) {
  Eigenpairs pairs{MatrixD::in(t.diagonal.home()), VectorD::in(t.diagonal.home())};
  pairs.values = tridiagonal_values(t, end == End::largest ? t.rows() - count : 0, count, monitor);
  pairs.vectors = tridiagonal_vectors(t, pairs.values, monitor);
  if (pairs.vectors.cols() > 0) keep_end(pairs, count, end);
  return pairs;
}

/// Whether `count` eigenvectors alone are faster to compute than all. Measured from 24 to 128 rows.
bool few_of_many(double rows, double count) {
  return 24 + 3 * count <= rows;
}

}  // namespace

bool diagonalise(Tridiagonal& t, MatrixD& q, Monitor* monitor) {
  if (measuring(q.home())) return true;
  const int n = int(t.rows());
  const auto ask = [&](int turns) { return goes_on(monitor, 8 * double(n) * double(turns)); };
  if (small::diagonalise(t.diagonal.data(), t.subdiagonal.data(), q, n, ask)) {
    small::sort_pairs(q, t.diagonal.data(), n, End::smallest, n);
  } else {
    set_no_numbers(t.diagonal);
  }
  return !stopped(monitor);
}

Eigenpairs symmetric_eigen(MatrixD&& a, Monitor* monitor) {
  if (a.rows() == 0) return {};
  if (a.rows() < large) return small_pairs(std::move(a));
  const double unit = normalise(a);
  VectorD factors;
  if (!(unit > 0)) {
    VectorD values(a.home(), a.rows());
    set_no_numbers(values);
    return {std::move(a), std::move(values)};
  }
  Tridiagonal t = reduce_to_tridiagonal(a, factors, monitor);
  if (t.rows() == 0) return {};
  return all_pairs(std::move(a), factors, std::move(t), unit, monitor);
}

Eigenpairs extreme_eigen(MatrixD&& a, Index count, End end, Monitor* monitor) {
  const Index n = a.rows();
  count = std::min(count, n);
  const double unit = few_of_many(double(n), double(count)) ? normalise(a) : 0;
  if (!(unit > 0)) {  // many are wanted, or an entry is not finite
    Eigenpairs all = symmetric_eigen(std::move(a), monitor);
    if (all.values.size() > 0) keep_end(all, count, end);
    return all;
  }
  // The vectors are moved to the memory of A, so that all memory taken after it can be returned.
  VectorD values(a.home(), count), factors;
  Tridiagonal t = reduce_to_tridiagonal(a, factors, monitor);
  if (stopped(monitor)) return {};
  {
    Eigenpairs pairs = some_pairs(t, count, end, monitor);
    if (stopped(monitor)) return {};
    if (pairs.vectors.cols() > 0) {
      apply_reflections(a, factors, pairs.vectors, monitor);
      if (!measuring(a.home())) {
        a.leftCols(count) = pairs.vectors;
        values = pairs.values * unit;
        keep_columns(a, count);
        return {std::move(a), std::move(values)};
      }
    }
  }
  // Inverse iteration has failed: QR steps find all eigenpairs.
  Eigenpairs pairs = all_pairs(std::move(a), factors, std::move(t), unit, monitor);
  if (pairs.values.size() == 0) return {};
  keep_end(pairs, count, end);
  values = std::as_const(pairs.values);
  return {std::move(pairs.vectors), std::move(values)};
}

}  // namespace tanda::internal
