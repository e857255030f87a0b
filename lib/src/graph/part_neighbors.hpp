// Neighbours among a part of the samples, from lists of all.
#pragma once

#include "data/class_part.hpp"
#include "graph/neighbors.hpp"

namespace tanda::internal {

/// Lists this wide still hold k neighbours, but for rare rows, when one of `folds` parts is taken away.
Index wide_lists(Index k, Index folds);

/// The k nearest among the samples that take part, from wider lists of all; a row they leave short is
/// searched again.
template <class S>
NeighborLists part_lists(const Points<S>& points, const NeighborLists& wide, const Mask& part, Index k);

}  // namespace tanda::internal
