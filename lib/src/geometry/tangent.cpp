#include "tanda/geometry/tangent.hpp"

#include <cmath>

#include "tanda/linalg/symmetric.hpp"

namespace tanda {

Index axes_kept(const VectorD& values, Index rank, TangentChoice choice) {
  if (choice.dims > 0) return std::min(choice.dims, rank);
  double total = 0, sum = 0;
  for (Index i = 0; i < rank; ++i) total += values[values.size() - 1 - i];
  const double goal = choice.energy * total * (1 - 1e-12);
  Index kept = 0;
  while (kept < rank && sum < goal) sum += values[values.size() - ++kept];
  return kept;
}

template <class S>
MatrixD tangent_basis(const Samples<S>& samples, const Array<int>& members, TangentChoice choice) {
  const Index p = samples.dims(), k = Index(members.size());
  MatrixD patch(p, k);
  for (Index j = 0; j < k; ++j) samples.column(members[std::size_t(j)], patch.col(j).data());
  centre_columns(patch);
  const bool sample_side = k < p;
  const Eigenpairs pairs =
      symmetric_eigen(sample_side ? product(patch.transpose(), patch) : product(patch, patch.transpose()));
  const Index kept = axes_kept(pairs.values, rank_of(pairs.values), choice);
  return sample_side ? product(patch, whitening(pairs, kept)) : largest_pairs(pairs, kept).vectors;
}

template MatrixD tangent_basis(const Samples<float>&, const Array<int>&, TangentChoice);
template MatrixD tangent_basis(const Samples<double>&, const Array<int>&, TangentChoice);

}  // namespace tanda
