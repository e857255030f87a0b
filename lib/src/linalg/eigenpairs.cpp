#include <algorithm>
#include <cmath>

#include "linalg/symmetric.hpp"

namespace tanda::internal {

VectorD to_unit_diagonal(MatrixD& a) {
  const Index d = a.rows();
  VectorD units(a.home(), d);
  if (measuring(a.home())) return units;
  for (Index i = 0; i < d; ++i) units[i] = a(i, i) > 0 ? 1 / std::sqrt(a(i, i)) : 0;
  for (Index j = 0; j < d; ++j) {
    for (Index i = j; i < d; ++i) a(i, j) *= units[i] * units[j];
  }
  return units;
}

VectorD to_unit_diagonal(MatrixD& a, Units units) {
  return units == Units::same ? VectorD(a.home(), VectorD::Ones(a.rows())) : to_unit_diagonal(a);
}

Index rank_of(const VectorD& values, double tolerance) {
  const Index n = values.size();
  if (measuring(values.home())) return n;
  const double floor = n > 0 ? tolerance * std::max(0.0, values[n - 1]) : 0;
  Index rank = 0;
  while (rank < n && values[n - 1 - rank] > floor) ++rank;
  return rank;
}

void keep_columns(MatrixD& m, Index count) {
  m.conservativeResize(m.rows(), count);
  if (!m.home()) m = MatrixD(std::as_const(m));
}

void keep_end(Eigenpairs& all, Index count, End end) {
  const Index n = all.values.size();
  if (end == End::largest && !measuring(all.values.home())) {
    for (Index j = 0; j < n - 1 - j; ++j) {
      std::swap(all.values[j], all.values[n - 1 - j]);
      all.vectors.col(j).swap(all.vectors.col(n - 1 - j));
    }
  }
  keep_columns(all.vectors, count);
  all.values.conservativeResize(count);
}

Eigenpairs largest_pairs(const Eigenpairs& all, Index count) {
  Eigenpairs result{MatrixD(all.vectors.home(), all.vectors.rows(), count),
                    VectorD(all.vectors.home(), count)};
  if (measuring(all.vectors.home())) return result;
  const Index n = all.values.size();
  for (Index j = 0; j < count; ++j) {
    std::copy_n(all.vectors.col(n - 1 - j).data(), all.vectors.rows(), result.vectors.col(j).data());
    result.values[j] = all.values[n - 1 - j];
  }
  return result;
}

MatrixD whitening(const Eigenpairs& all, Index count) {
  Eigenpairs pairs = largest_pairs(all, count);
  for (Index j = 0; j < count && !measuring(pairs.values.home()); ++j)
    pairs.vectors.col(j) /= std::sqrt(pairs.values[j]);
  return std::move(pairs.vectors);
}

}  // namespace tanda::internal
