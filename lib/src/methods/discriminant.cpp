#include "discriminant.hpp"

#include <numeric>

#include "tanda/base/random.hpp"

namespace tanda {

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

void plan_discriminant(MemoryPlan& plan, const Shape& shape, const DiscriminantOptions& o) {
  const double k = o.neighbors, others = o.between;
  const bool by_point = o.pairs == PairsOf::point;
  if (by_point) {
    plan_within_and_between(plan, shape, k, others);
  } else {
    plan_lists(plan, shape, k);
  }
  MemoryPlan tangents = plan;
  plan_graph(tangents, shape, k);
  tangents.hold(shape.samples);
  const double copy = o.subsample < 1 ? graph_bytes(shape, k) : 0;
  tangents.hold(copy);
  plan_scatter(tangents, shape);
  tangents.release(copy);
  tangents.hold(list_bytes(shape, k + 1) + 12 * shape.samples);
  plan_eliminate_points(tangents, shape, k);
  plan.use(tangents.peak() - plan.held());
  plan.release(list_bytes(shape, k));
  plan.hold(scatter_bytes(shape));
  if (by_point) {
    plan_graph(plan, shape, others);
  } else {
    plan_between_graph(plan, shape, others, o.pairs);
  }
  plan_scatter(plan, shape);
  plan_solve(plan, shape, true);
}

}  // namespace tanda
