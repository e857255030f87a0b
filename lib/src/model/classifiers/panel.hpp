// Panels of sixteen reference points, and a sample's distances to all points of a panel at once. Distances
// are sums of squared differences in the samples' precision, added up in the order of the columns: a sample
// gives the same numbers alone and in a batch of any size.
#pragma once

#include <algorithm>
#include <lanes.hpp>  // from the dense backend that TANDA_DENSE names
#include <limits>

#include "model/classifiers.hpp"

namespace tanda::internal {

/// Adds the squared differences of one feature.
template <class S>
[[gnu::always_inline]] inline void add_feature(Lanes<S>& sum, const Lanes<S>& points, S sample) {
  const Lanes<S> apart = points - sample;
  sum += apart * apart;
}

/// A zero matrix for sixteen points: column j holds feature j of each. Rows that are not filled stay zero.
template <class S>
Matrix<S> lane_panel(Workspace* scratch, Index features) {
  Matrix<S> panel(scratch, lanes, features);
  if (panel.data()) panel.setZero();
  return panel;
}

/// Calls use(panel, first, count) for each sixteen reference points.
template <class S, class Use>
void for_each_panel(const Classifier& classifier, Workspace* scratch, Use use) {
  const auto& references = classifier.references;
  Matrix<S> panel = lane_panel<S>(scratch, references.rows());
  for (Index first = 0; first < references.cols(); first += lanes) {
    const Index count = std::min(lanes, references.cols() - first);
    for (Index i = 0; i < count; ++i) panel.row(i) = references.col(first + i).transpose().template cast<S>();
    use(panel, first, count);
  }
}

/// Squared distances of one sample to sixteen points, in columns begin..end-1.
template <class S>
Lanes<S> distances(const Matrix<S>& panel, const S* sample, Index begin, Index end) {
  Lanes<S> sum = same_lanes(S{0});
  for (Index j = begin; j < end; ++j) add_feature<S>(sum, load_lanes(panel.col(j).data()), sample[j]);
  return sum;
}

inline constexpr Index queries_at_once = 4;

/// Squared distances of four samples, `first` and the following ones; missing ones are replaced by the last
/// of the batch. With a single sample each addition would wait for the one before.
template <class S, class Samples>
void distances_of_four(const Matrix<S>& panel, const Samples& batch, Index first,
                       Lanes<S> (&sums)[queries_at_once]) {
  const auto sample = [&](Index k) { return batch.col(std::min(first + k, batch.cols() - 1)).data(); };
  const S *const x0 = sample(0), *const x1 = sample(1), *const x2 = sample(2), *const x3 = sample(3);
  Lanes<S> s0 = same_lanes(S{0}), s1 = s0, s2 = s0, s3 = s0;
  for (Index j = 0; j < batch.rows(); ++j) {
    const Lanes<S> points = load_lanes(panel.col(j).data());
    add_feature<S>(s0, points, x0[j]);
    add_feature<S>(s1, points, x1[j]);
    add_feature<S>(s2, points, x2[j]);
    add_feature<S>(s3, points, x3[j]);
  }
  sums[0] = s0;
  sums[1] = s1;
  sums[2] = s2;
  sums[3] = s3;
}

}  // namespace tanda::internal
