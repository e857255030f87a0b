#include "geometry/tangent.hpp"

#include <cmath>

#include "linalg/symmetric.hpp"
#include "tanda/detail/small/local_rules.hpp"

namespace tanda::internal {

Index axes_kept(const VectorD& values, Index rank, TangentChoice choice) {
  return small::axes_kept(rank, choice.dims, choice.energy,
                          [&](Index k) { return values[values.size() - 1 - k]; });
}

Index axes_at_most(Index members, Index dims, TangentChoice choice) {
  const Index rank = std::min(members, dims);
  return choice.dims > 0 ? std::min(choice.dims, rank) : rank;
}

namespace {

template <class S>
MatrixD basis_of(const Samples<S>& samples, Span<int> members, TangentChoice choice) {
  Workspace* const w = samples.home();
  const Index p = samples.dims(), k = members.size();
  MatrixD patch(w, p, k);
  if (!measuring(w)) {
    for (Index j = 0; j < k; ++j) samples.column(members[j], patch.col(j).data());
  }
  centre_columns(patch);
  const bool sample_side = k < p;
  const Eigenpairs pairs = symmetric_eigen(sample_side ? product(patch.transpose(), patch, w)
                                                       : product(patch, patch.transpose(), w));
  const Index kept =
      measuring(w) ? axes_at_most(k, p, choice) : axes_kept(pairs.values, rank_of(pairs.values), choice);
  return sample_side ? product(patch, whitening(pairs, kept), w) : largest_pairs(pairs, kept).vectors;
}

}  // namespace

template <class S>
Index put_tangent_basis(const Samples<S>& samples, Span<int> members, TangentChoice choice, MatrixD& axes,
                        Index first) {
  if (!measuring(samples.home())) {
    const MatrixD basis = basis_of(samples, members, choice);
    axes.middleCols(first, basis.cols()) = basis;
    return basis.cols();
  }
  // With fewer members the computation may take another path, and more memory.
  constexpr Index small = 16;
  const Index all = members.size();
  for (const Index k : {all, std::min(all, samples.dims() - 1), std::min(all, small)})
    basis_of(samples, {nullptr, k}, choice);
  return axes_at_most(all, samples.dims(), choice);
}

template <class S>
MatrixD tangent_basis(const Samples<S>& samples, Span<int> members, TangentChoice choice) {
  const Index p = samples.dims();
  MatrixD result(samples.home(), p, axes_at_most(members.size(), p, choice));
  result.conservativeResize(p, put_tangent_basis(samples, members, choice, result, 0));
  return result;
}

#define TANDA_INSTANTIATE(S)                                                   \
  template MatrixD tangent_basis(const Samples<S>&, Span<int>, TangentChoice); \
  template Index put_tangent_basis(const Samples<S>&, Span<int>, TangentChoice, MatrixD&, Index);
TANDA_INSTANTIATE(float)
TANDA_INSTANTIATE(double)
#undef TANDA_INSTANTIATE

}  // namespace tanda::internal
