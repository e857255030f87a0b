// A part of the samples, such as those outside a fold: who is in it, and its classes' means.
#pragma once

#include "data/points.hpp"

namespace tanda::internal {

/// Per sample, whether it takes part.
using Mask = Array<char>;

/// The fold of each labelled sample, every class spread over all folds.
Array<int> class_folds(const Classes& classes, Index folds, std::uint64_t seed, Workspace* w = nullptr);

/// Means (p×C) and sizes of the classes among the labelled samples that take part, and the mean of them all.
struct PartStatistics {
  MatrixD means;
  VectorD sizes, mean;
};

template <class S>
PartStatistics part_statistics(const Samples<S>& samples, const Classes& classes, const Mask& part);

/// XY = [√(n n_c) (m_c − m)].
MatrixD class_targets(const PartStatistics& part);

}  // namespace tanda::internal
