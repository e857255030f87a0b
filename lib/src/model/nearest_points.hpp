// Finds the k nearest reference points of samples.
#pragma once

#include "model/classifiers/panel.hpp"
#include "reference_tree.hpp"
#include "tanda/detail/vote.hpp"

namespace tanda::internal {

/// Finds the nearest points of one sample with a tree. Distances are measured by the same sums in the same
/// order as without it. False if the tree cannot answer because distances are not finite.
template <class S>
bool offer_found(const ReferenceTree<S>& tree, const Classifier& by, const S* sample, Index wanted,
                 Workspace* scratch, Nearest<S>& nearest) {
  Array<std::uint32_t> found(scratch);
  found.reserve(std::size_t(by.references.cols()));
  if (!tree.find(sample, std::size_t(wanted), scratch, found)) return false;
  const ConstMatrixView<S> alone(sample, by.references.rows(), 1);
  Matrix<S> panel = lane_panel<S>(scratch, by.references.rows());
  Lanes<S> sums[queries_at_once];
  for (std::size_t first = 0; first < found.size(); first += std::size_t(lanes)) {
    const Index count = std::min(lanes, Index(found.size() - first));
    const std::uint32_t* const at = found.data() + first;
    for (Index i = 0; i < count; ++i)
      panel.row(i) = by.references.col(Index(at[i])).transpose().template cast<S>();
    distances_of_four<S>(panel, alone, 0, sums);
    for (Index l = 0; l < count; ++l) nearest.offer(sums[0][l], at[l]);
  }
  return true;
}

/// Calls use(i, nearest) for each of at most panel_samples samples, with its `wanted` nearest points, or all
/// if there are fewer. Distances are squared; of equally near points the lower index comes first. O(n m r),
/// less with a tree; memory for the nearest points of all samples.
template <class S, class Use>
void for_each_nearest(const Classifier& by, ConstMatrixView<S> samples, Index wanted,
                      const ReferenceTree<S>* tree, Workspace* scratch, Use use) {
  wanted = std::min(wanted, by.references.cols());
  const Index n = samples.cols(), together = tree ? std::min<Index>(n, 1) : n;
  Array<Neighbor<S>> room(scratch, std::size_t(wanted * together));
  Array<Nearest<S>> nearest(scratch, std::size_t(together), Nearest<S>(nullptr, 0));
  const auto begin = [&] {
    for (Index i = 0; i < together; ++i)
      nearest[std::size_t(i)] = Nearest<S>(room.data() + i * wanted, std::size_t(wanted));
  };
  const auto compare_all = [&](ConstMatrixView<S> batch) {
    for_each_panel<S>(by, scratch, [&](const Matrix<S>& panel, Index first, Index count) {
      Lanes<S> sums[queries_at_once];
      for (Index i = 0; i < batch.cols(); i += queries_at_once) {
        distances_of_four<S>(panel, batch, i, sums);
        for (Index k = 0; k < std::min(queries_at_once, batch.cols() - i); ++k) {
          Nearest<S>& own = nearest[std::size_t(i + k)];
          if (!own.takes(lowest_lane<S>(sums[k]))) continue;
          for (Index l = 0; l < count; ++l) own.offer(sums[k][l], static_cast<std::uint32_t>(first + l));
        }
      }
    });
  };
  if (!tree) {
    begin();
    compare_all(samples);
    for (Index i = 0; i < n; ++i) use(i, nearest[std::size_t(i)]);
    return;
  }
  for (Index i = 0; i < n; ++i) {
    begin();
    const ConstMatrixView<S> one(samples.col(i).data(), samples.rows(), 1);
    if (!offer_found(*tree, by, one.data(), wanted, scratch, nearest[0])) compare_all(one);
    use(i, nearest[0]);
  }
}

}  // namespace tanda::internal
