#include <algorithm>
#include <cmath>

#include "tanda/linalg/memory.hpp"
#include "tanda/linalg/symmetric.hpp"
#include "tanda/linalg/tridiagonal.hpp"

namespace tanda {

VectorD to_unit_diagonal(MatrixD& a) {
  const Index d = a.rows();
  VectorD units(d);
  for (Index i = 0; i < d; ++i) units[i] = a(i, i) > 0 ? 1 / std::sqrt(a(i, i)) : 0;
  for (Index j = 0; j < d; ++j) {
    for (Index i = j; i < d; ++i) a(i, j) *= units[i] * units[j];
  }
  return units;
}

double symmetric_eigen_bytes(double rows) {
  if (rows < 128) return 4 * 8 * rows;
  const double panel = double(tridiagonal_panel);
  return 8 * rows * (3 * panel + 12) + packed_bytes(rows, rows, panel);
}

Index rank_of(const VectorD& values, double tolerance) {
  const Index n = values.size();
  const double floor = n > 0 ? tolerance * std::max(0.0, values[n - 1]) : 0;
  Index rank = 0;
  while (rank < n && values[n - 1 - rank] > floor) ++rank;
  return rank;
}

Eigenpairs largest_pairs(const Eigenpairs& all, Index count) {
  Workspace* const home = all.vectors.home();
  Eigenpairs result{MatrixD(home, all.vectors.rows(), count), VectorD(home, count)};
  if (measuring(home)) return result;
  const Index n = all.values.size();
  for (Index j = 0; j < count; ++j) {
    std::copy_n(all.vectors.col(n - 1 - j).data(), all.vectors.rows(), result.vectors.col(j).data());
    result.values[j] = all.values[n - 1 - j];
  }
  return result;
}

MatrixD whitening(const Eigenpairs& all, Index count) {
  Eigenpairs pairs = largest_pairs(all, count);
  for (Index j = 0; j < count; ++j) pairs.vectors.col(j) /= std::sqrt(pairs.values[j]);
  return std::move(pairs.vectors);
}

}  // namespace tanda
