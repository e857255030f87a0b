// Affinities with local scaling, as local Fisher discriminant analysis defines them.
#pragma once

#include "graph/graph.hpp"

namespace tanda::internal {

/// exp(−d²/(σ_i σ_j)); defined also where duplicates make a scale zero.
double affinity(double squared_distance, double scales);

/// σ_i: the distance to the last neighbour in i's list.
template <class S>
VectorD local_scales(const Samples<S>& samples, const NeighborLists& lists);

/// The or-graph of the lists restricted to edges within classes, weighted by affinity.
template <class S>
Graph affinity_graph(const Points<S>& points, const NeighborLists& lists);

/// X L(A) X' (lower triangle) of columns first..last, where A has the affinities of all their pairs and is
/// made in blocks. `stand`: how many points each column stands for, null = one each. Stops early when
/// cancelled. O((last − first)² d)
template <class S>
MatrixD dense_affinity_scatter(const Samples<S>& samples, const VectorD& scales, Index first, Index last,
                               Monitor& monitor, const VectorD* stand = nullptr);

}  // namespace tanda::internal
