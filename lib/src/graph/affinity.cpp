#include "tanda/graph/affinity.hpp"

#include <cmath>

namespace tanda {

double affinity(double squared_distance, double scales) {
  if (squared_distance == 0) return 1;
  return scales > 0 ? std::exp(-squared_distance / scales) : 0;
}

template <class S>
VectorD local_scales(const Samples<S>& samples, const NeighborLists& lists) {
  VectorD scales = VectorD::Zero(lists.count());
  for (Index i = 0; i < lists.count(); ++i) {
    Index last = lists.width;
    while (last > 0 && lists.begin(i)[last - 1] < 0) --last;
    if (last > 0) scales[i] = std::sqrt(samples.squared_distance(i, lists.begin(i)[last - 1]));
  }
  return scales;
}

template <class S>
Graph affinity_graph(const Points<S>& points, NeighborLists lists) {
  const VectorD scales = local_scales(points.samples, lists);
  for (Index i = 0; i < lists.count(); ++i) {
    const Index own = points.classes.of(i);
    for (int* j = lists.begin(i); j != lists.begin(i) + lists.width; ++j) {
      if (*j >= 0 && points.classes.of(*j) != own) *j = -1;
    }
  }
  Graph graph = or_graph(lists);
  for (Index i = 0; i < graph.nodes(); ++i) {
    for (Index e = graph.begin[std::size_t(i)]; e < graph.begin[std::size_t(i) + 1]; ++e) {
      const Index j = graph.to[std::size_t(e)];
      graph.weight[std::size_t(e)] = affinity(points.samples.squared_distance(i, j), scales[i] * scales[j]);
    }
  }
  return graph;
}

template VectorD local_scales(const Samples<float>&, const NeighborLists&);
template VectorD local_scales(const Samples<double>&, const NeighborLists&);
template Graph affinity_graph(const Points<float>&, NeighborLists);
template Graph affinity_graph(const Points<double>&, NeighborLists);

}  // namespace tanda
