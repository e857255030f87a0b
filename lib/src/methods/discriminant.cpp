#include "discriminant.hpp"

#include <numeric>

#include "tanda/detail/random.hpp"

namespace tanda::internal {

StarSample sample_stars(Index points, double part, std::uint64_t seed, Workspace* w) {
  StarSample sample{Array<char>(w, std::size_t(points), 1), 1};
  if (part >= 1) return sample;
  const std::size_t kept = std::max<std::size_t>(1, std::size_t(part * double(points)));
  sample.scale = double(points) / double(kept);
  Array<int> order(w, sample.chosen.size());
  if (measuring(w)) return sample;
  std::iota(order.begin(), order.end(), 0);
  Random(seed).shuffle(order);
  for (std::size_t i = kept; i < order.size(); ++i) sample.chosen[std::size_t(order[i])] = 0;
  return sample;
}

Graph star_edges(Graph graph, const StarSample& sample) {
  if (measuring(graph.to.home())) return graph;
  for (Index i = 0; i < graph.nodes(); ++i) {
    for (Index e = graph.begin[std::size_t(i)]; e < graph.begin[std::size_t(i) + 1]; ++e) {
      const int ends = sample.chosen[std::size_t(i)] + sample.chosen[std::size_t(graph.to[std::size_t(e)])];
      graph.weight[std::size_t(e)] *= double(ends);
    }
  }
  return graph;
}

}  // namespace tanda::internal
