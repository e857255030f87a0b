// Neighbours among a subset of the samples, from lists among all of them.
#pragma once

#include "data/class_part.hpp"
#include "graph/neighbors.hpp"

namespace tanda::internal {

/// The width of lists among all samples that still have k neighbours left when one of `folds` folds is
/// removed, with rare exceptions.
Index wide_lists(Index k, Index folds);

/// The k nearest among the samples of the subset, taken from wider lists among all. A row with too few left
/// is searched again.
template <class S>
NeighborLists part_lists(const Points<S>& points, const NeighborLists& wide, const Mask& part, Index k);

}  // namespace tanda::internal
