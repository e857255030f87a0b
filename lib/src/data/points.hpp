// Points: samples sorted by class, for neighbour search and graphs.
#pragma once

#include <algorithm>
#include <vector>

#include "base/array.hpp"
#include "base/monitor.hpp"
#include "data/samples.hpp"

namespace tanda::internal {

/// The samples of each class are a range of columns; unlabelled samples come last and belong to no class.
struct Classes {
  Array<Index> begin;  ///< classes + 1 entries

  Index count() const { return static_cast<Index>(begin.size()) - 1; }
  Index first(Index c) const { return begin[std::size_t(c)]; }
  Index last(Index c) const { return begin[std::size_t(c) + 1]; }
  Index size(Index c) const { return last(c) - first(c); }
  Index labelled() const { return begin.back(); }
  Index largest() const {
    Index result = 0;
    for (Index c = 0; c < count(); ++c) result = std::max(result, size(c));
    return result;
  }
  /// The class of column i; count() for an unlabelled one.
  Index of(Index i) const { return std::upper_bound(begin.begin(), begin.end(), i) - begin.begin() - 1; }
};

class NeighborCache;

template <class S>
struct Points {
  const Samples<S>& samples;
  const Classes& classes;
  const Array<int>& original;  ///< the caller's index of each column: ties go to the lower one
  Monitor& monitor;
  NeighborCache* cache = nullptr;  ///< lists found before, shared by fits with the same samples

  Index count() const { return samples.count(); }
  Workspace* home() const { return samples.home(); }
};

}  // namespace tanda::internal
