// Neighbours, graphs and affinities in exactly the memory that was counted.
#include "graph/affinity.hpp"
#include "graph/part_neighbors.hpp"
#include "measured_points.hpp"

namespace measured_graph_test {
using namespace ut;
using namespace tanda;
using namespace tanda::internal;
using measured::Input;

bool same_lists(const NeighborLists& a, const NeighborLists& b) {
  return a.width == b.width && a.at == b.at;
}
bool same_split(const SplitLists& a, const SplitLists& b) {
  return same_lists(a.within, b.within) && same_lists(a.between, b.between);
}
/// Compared in any order, because threads find pairs in different orders.
bool same_pairs(const Pairs& a, const Pairs& b) {
  const auto sorted = [](const Pairs& pairs) {
    std::vector<std::pair<int, int>> result;
    for (const auto& [i, j] : pairs) result.emplace_back(i, j);
    std::sort(result.begin(), result.end());
    return result;
  };
  return sorted(a) == sorted(b);
}
bool same_graph(const Graph& a, const Graph& b) {
  return a.begin == b.begin && a.to == b.to && a.weight == b.weight;
}

template <class S>
void check_searches(Index dims, const std::vector<Index>& sizes, Index k, ThreadPool* pool) {
  const auto lists = [&](const char* what, auto make, double slack = 1) {
    measured::check<S>(what, dims, sizes, pool, make, same_lists, slack);
  };
  lists("nearest", [&](Input<S>& in) { return nearest(in.points(), k); });
  lists("within", [&](Input<S>& in) { return nearest_within(in.points(), k); });
  // Where a fit with fewer dims might use trees, both ways are counted.
  const double both = dims > 8 ? 1.5 : 1;
  lists(
      "between", [&](Input<S>& in) { return nearest_between(in.points(), k); }, both);
  lists("farthest", [&](Input<S>& in) { return farthest_within(in.points(), k); });
  lists("leading", [&](Input<S>& in) { return leading(nearest(in.points(), k), 2); });
  lists("cached", [&](Input<S>& in) {
    NeighborCache cache;
    cache.expect(k + 3);
    const NeighborLists first = nearest(in.points(&cache), k);
    return nearest(in.points(&cache), k + 1);
  });
  lists("part", [&](Input<S>& in) {
    Mask part(in.samples.home(), std::size_t(in.samples.count()), 1);
    for (std::size_t i = 0; part.data() && i < part.size(); i += 3) part[i] = 0;
    return part_lists(in.points(), nearest(in.points(), k + 1), part, k);
  });
  measured::check<S>(
      "within and between", dims, sizes, pool,
      [&](Input<S>& in) { return nearest_within_and_between(in.points(), k, k + 2); }, same_split, both);
  measured::check<S>(
      "split", dims, sizes, pool,
      [&](Input<S>& in) { return split_by_class(nearest(in.points(), k), in.classes); }, same_split);
  measured::check<S>(
      "pairs by class", dims, sizes, pool,
      [&](Input<S>& in) { return shortest_pairs_by_class(in.points(), k); }, same_pairs);
  measured::check<S>(
      "pairs", dims, sizes, pool, [&](Input<S>& in) { return shortest_pairs(in.points(), 4 * k); },
      same_pairs);
}

template <class S>
void check_graphs(Index dims, const std::vector<Index>& sizes, Index k) {
  // Lists are as wide as the largest class needs; those of smaller classes are shorter.
  const auto graph = [&](const char* what, auto make) {
    measured::check<S>(what, dims, sizes, nullptr, make, same_graph, 3);
  };
  graph("or-graph", [&](Input<S>& in) { return or_graph(nearest(in.points(), k)); });
  graph("star graph", [&](Input<S>& in) { return star_graph(nearest_within(in.points(), k)); });
  graph("or-graph of pairs",
        [&](Input<S>& in) { return or_graph(shortest_pairs(in.points(), k), in.samples.count()); });
  graph("affinity graph", [&](Input<S>& in) { return affinity_graph(in.points(), nearest(in.points(), k)); });
  graph("weights", [&](Input<S>& in) {
    Graph made = or_graph(nearest(in.points(), k));
    heat_weights(made, in.samples, 0.3 + total_squared_length(made, in.samples));
    stand_weights(made, VectorD(in.samples.home(), VectorD::Constant(in.samples.count(), 3)));
    return made;
  });
  measured::check<S>(
      "laplacian scatter", dims, sizes, nullptr,
      [&](Input<S>& in) {
        return laplacian_scatter(in.samples, or_graph(nearest(in.points(), k)), in.monitor);
      },
      measured::same, 3);
  measured::check<S>(
      "affinity scatter", dims, sizes, nullptr,
      [&](Input<S>& in) {
        const VectorD scales = local_scales(in.samples, nearest(in.points(), k));
        return dense_affinity_scatter(in.samples, scales, 0, in.classes.last(0), in.monitor, &scales);
      },
      measured::same);
}

const suite measured_graph_suite = [] {
  "searches take what is counted"_test = [] {
    ThreadPool pool(3);
    for (const auto& sizes : measured::shapes()) {
      for (const Index dims : {3, 20}) {
        for (const Index k : {1, 6, 70}) {
          check_searches<float>(dims, sizes, k, nullptr);
          check_searches<double>(dims, sizes, k, &pool);
        }
      }
    }
  };

  "graphs take no more than is counted, and not much less"_test = [] {
    for (const auto& sizes : measured::shapes()) {
      for (const Index k : {1, 6}) {
        check_graphs<float>(3, sizes, k);
        check_graphs<double>(20, sizes, k);
      }
    }
  };

  "fewer dims than counted on take no more"_test = [] {
    for (const auto& sizes : measured::shapes()) {
      Workspace counting = Workspace::counting();
      Workspace w;
      const auto run = [&](Workspace& where, Index dims) {
        Input<float> in(&where, dims, sizes);
        nearest(in.points(), 5);
        nearest_between(in.points(), 5);
        nearest_within_and_between(in.points(), 5, 7);
      };
      run(counting, 9);
      run(w, 8);
      expect(w.peak() <= counting.peak()) << w.peak() << "of" << counting.peak();
    }
  };
};

}  // namespace measured_graph_test
