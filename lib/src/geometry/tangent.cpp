#include "tanda/geometry/tangent.hpp"

#include "tanda/core/symmetric.hpp"

namespace tanda {

Index axes_kept(const VectorD& values, Index rank, TangentChoice choice) {
  if (choice.dims > 0) return std::min(choice.dims, rank);
  const double goal = choice.energy * values.tail(rank).sum() * (1 - 1e-12);
  double sum = 0;
  Index kept = 0;
  while (kept < rank && sum < goal) sum += values[values.size() - ++kept];
  return kept;
}

template <class S>
MatrixD tangent_basis(const Samples<S>& samples, const std::vector<int>& members, TangentChoice choice) {
  const Index p = samples.dims(), k = Index(members.size());
  MatrixD patch(p, k);
  for (Index j = 0; j < k; ++j) patch.col(j) = samples.x.col(members[std::size_t(j)]).template cast<double>();
  patch.colwise() -= VectorD(patch.rowwise().mean());
  const bool sample_side = k < p;
  const Eigenpairs pairs =
      symmetric_eigen(sample_side ? product(patch.transpose(), patch) : product(patch, patch.transpose()));
  const Index size = pairs.values.size();
  const double floor = size > 0 ? range_tolerance * std::max(0.0, pairs.values[size - 1]) : 0;
  Index rank = 0;
  while (rank < size && pairs.values[size - 1 - rank] > floor) ++rank;
  const Index kept = axes_kept(pairs.values, rank, choice);
  if (!sample_side) return pairs.vectors.rightCols(kept);
  MatrixD basis = product(patch, pairs.vectors.rightCols(kept));
  basis *= pairs.values.tail(kept).cwiseSqrt().cwiseInverse().asDiagonal();
  return basis;
}

template MatrixD tangent_basis(const Samples<float>&, const std::vector<int>&, TangentChoice);
template MatrixD tangent_basis(const Samples<double>&, const std::vector<int>&, TangentChoice);

}  // namespace tanda
