// Affinities with local scaling, as local Fisher discriminant analysis defines them.
#pragma once

#include "tanda/graph/graph.hpp"

namespace tanda {

/// exp(−d²/(σ_i σ_j)), also where duplicates make a scale zero.
double affinity(double squared_distance, double scales);

/// σ_i: distance to the last neighbour of i's list.
template <class S>
VectorD local_scales(const Samples<S>& samples, const NeighborLists& lists);

/// Same-class or-graph of the lists, weighted by affinity.
template <class S>
Graph affinity_graph(const Points<S>& points, NeighborLists lists);

}  // namespace tanda
