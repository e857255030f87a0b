#include <algorithm>
#include <limits>
#include <utility>

#include "base/monitor.hpp"
#include "linalg/dense.hpp"
#include "linalg/symmetric.hpp"
#include "linalg/tridiagonal.hpp"

namespace tanda::internal {
namespace {

// All eigenvectors of a small matrix, or many of a large one, are cheaper made together: measured from 24 to
// 128 rows.
bool few_of_many(double rows, double count) {
  return 24 + 3 * count <= rows;
}

/// The wanted eigenpairs of T; no vectors where the iteration for them fails.
Eigenpairs some_pairs(const Tridiagonal& t, Index count, End end, Monitor* monitor) {
  Eigenpairs pairs{MatrixD::in(t.diagonal.home()), VectorD::in(t.diagonal.home())};
  if (!all_finite(t.diagonal) || !all_finite(t.beside)) return pairs;
  pairs.values = tridiagonal_values(t, end == End::largest ? t.rows() - count : 0, count, monitor);
  pairs.vectors = tridiagonal_vectors(t, pairs.values, monitor);
  if (pairs.vectors.cols() > 0) keep_end(pairs, count, end);
  return pairs;
}

/// All of A's from what it is reduced to, in its place: the way that always leads to an end.
Eigenpairs all_pairs(MatrixD&& a, const VectorD& factors, Tridiagonal&& t, Monitor* monitor) {
  const double scale = measuring(a.home()) ? 1 : t.norm();
  if (!measuring(a.home()) && scale > 0) {
    t.diagonal /= scale;
    t.beside /= scale;
  }
  if (all_finite(t.diagonal) && all_finite(t.beside)) {
    form_reflections(a, factors, monitor);
    if (!diagonalise(t, a, monitor)) return {};
    if (!measuring(a.home())) t.diagonal *= scale;
  } else {
    t.diagonal.setConstant(std::numeric_limits<double>::quiet_NaN());
  }
  return {std::move(a), std::move(t.diagonal)};
}

}  // namespace

Eigenpairs extreme_eigen(MatrixD&& a, Index count, End end, Monitor* monitor) {
  const Index n = a.rows();
  count = std::min(count, n);
  if (!few_of_many(double(n), double(count))) {
    Eigenpairs all = symmetric_eigen(std::move(a), monitor);
    if (all.values.size() > 0) keep_end(all, count, end);
    return all;
  }
  // The result takes the place of A, so that nothing is held above what is free.
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
        values = std::as_const(pairs.values);
        keep_columns(a, count);
        return {std::move(a), std::move(values)};
      }
    }
  }
  Eigenpairs pairs = all_pairs(std::move(a), factors, std::move(t), monitor);
  if (pairs.values.size() == 0) return {};
  keep_end(pairs, count, end);
  values = std::as_const(pairs.values);
  return {std::move(pairs.vectors), std::move(values)};
}

}  // namespace tanda::internal
