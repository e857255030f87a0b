#include <algorithm>

#include "tanda/base/monitor.hpp"
#include "tanda/linalg/dense.hpp"
#include "tanda/linalg/memory.hpp"
#include "tanda/linalg/symmetric.hpp"
#include "tanda/linalg/tridiagonal.hpp"

namespace tanda {
namespace {

// All eigenvectors of a small matrix, or many of a large one, are cheaper made together: measured from 24 to
// 128 rows.
bool few_of_many(double rows, double count) {
  return 24 + 3 * count <= rows;
}

/// T as any symmetric matrix.
MatrixD dense(const Tridiagonal& t) {
  MatrixD result = MatrixD::Zero(t.rows(), t.rows());
  result.diagonal() = t.diagonal;
  for (Index i = 0; i + 1 < t.rows(); ++i) result(i + 1, i) = t.beside[i];
  return result;
}

/// The wanted end of ascending eigenpairs, best first.
Eigenpairs wanted_end(const Eigenpairs& all, End end, Index count) {
  if (end == End::largest) return largest_pairs(all, count);
  return {all.vectors.leftCols(count), all.values.head(count)};
}

}  // namespace

double extreme_eigen_bytes(double rows, double count) {
  if (!few_of_many(rows, count)) return symmetric_eigen_bytes(rows);
  const double panel = double(tridiagonal_panel);
  return 8 * rows * (panel + 12) + 8 * rows * count + packed_bytes(rows, rows, panel);
}

Eigenpairs extreme_eigen(MatrixD&& a, Index count, End end, Monitor* monitor) {
  const Index n = a.rows();
  count = std::min(count, n);
  if (!few_of_many(double(n), double(count))) {
    const Eigenpairs all = symmetric_eigen(std::move(a), monitor);
    return all.values.size() > 0 ? wanted_end(all, end, count) : Eigenpairs{};
  }
  VectorD factors;
  const Tridiagonal t = reduce_to_tridiagonal(a, factors, monitor);
  Eigenpairs pairs;
  if (all_finite(t.diagonal) && all_finite(t.beside)) {
    pairs.values = tridiagonal_values(t, end == End::largest ? n - count : 0, count, monitor);
    pairs.vectors = tridiagonal_vectors(t, pairs.values, monitor);
  }
  if (stopped(monitor)) return {};
  pairs = pairs.vectors.cols() > 0 ? wanted_end(pairs, end, count)
                                   : wanted_end(symmetric_eigen(dense(t)), end, count);
  apply_reflections(a, factors, pairs.vectors, monitor);
  return pairs;
}

}  // namespace tanda
