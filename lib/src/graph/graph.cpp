#include "graph/graph.hpp"

#include "base/exponential.hpp"

namespace tanda::internal {
namespace {

/// Both directions of every listed edge, rows sorted, duplicates merged: into weight 1, or into their number.
/// `most` is an upper bound of the edges listed.
template <class ForEachEdge>
Graph symmetric_graph(Workspace* home, Index nodes, std::size_t most, ForEachEdge for_each_edge, bool count) {
  Graph graph{Array<Index>(home, std::size_t(nodes) + 1), Array<int>(home), Array<double>(home)};
  if (measuring(home)) {
    graph.to.resize(2 * most);
    graph.weight.resize(2 * most);
    return graph;
  }
  for_each_edge([&](int i, int j) {
    ++graph.begin[std::size_t(i) + 1];
    ++graph.begin[std::size_t(j) + 1];
  });
  for (std::size_t i = 1; i < graph.begin.size(); ++i) graph.begin[i] += graph.begin[i - 1];
  graph.to.resize(std::size_t(graph.begin.back()));
  // Filling moves begin[i] to the end of row i, which is the old begin[i + 1].
  for_each_edge([&](int i, int j) {
    graph.to[std::size_t(graph.begin[std::size_t(i)]++)] = j;
    graph.to[std::size_t(graph.begin[std::size_t(j)]++)] = i;
  });
  graph.weight.resize(graph.to.size());
  Index row_begin = 0, out = 0;
  for (Index i = 0; i < nodes; ++i) {
    const Index row_end = graph.begin[std::size_t(i)];
    std::sort(graph.to.begin() + row_begin, graph.to.begin() + row_end);
    const Index first = out;
    for (Index e = row_begin; e < row_end; ++e) {
      const int j = graph.to[std::size_t(e)];
      if (out > first && graph.to[std::size_t(out - 1)] == j) {
        if (count) graph.weight[std::size_t(out - 1)] += 1;
      } else {
        graph.to[std::size_t(out)] = j;
        graph.weight[std::size_t(out++)] = 1;
      }
    }
    graph.begin[std::size_t(i)] = first;
    row_begin = row_end;
  }
  graph.begin.back() = out;
  graph.to.resize(std::size_t(out));
  graph.weight.resize(std::size_t(out));
  return graph;
}

auto edges_of(const NeighborLists& lists) {
  return [&lists](auto&& see) {
    for (Index i = 0; i < lists.count(); ++i) {
      for (const int* j = lists.begin(i); j != lists.end(i); ++j) {
        if (*j >= 0) see(int(i), *j);
      }
    }
  };
}

}  // namespace

Graph or_graph(const NeighborLists& lists) {
  return symmetric_graph(lists.at.home(), lists.count(), lists.at.size(), edges_of(lists), false);
}

Graph or_graph(const NeighborLists& lists, const Classes& classes) {
  const auto edges = [&](auto&& see) {
    Index from = -1, own = 0;
    edges_of(lists)([&](int i, int j) {
      if (i != from) own = classes.of(from = i);
      if (classes.of(j) == own) see(i, j);
    });
  };
  return symmetric_graph(lists.at.home(), lists.count(), lists.at.size(), edges, false);
}

Graph star_graph(const NeighborLists& lists) {
  return symmetric_graph(lists.at.home(), lists.count(), lists.at.size(), edges_of(lists), true);
}

Graph or_graph(const Pairs& pairs, Index nodes) {
  return symmetric_graph(
      pairs.home(), nodes, pairs.size(),
      [&](auto&& see) {
        for (const auto& [i, j] : pairs) see(i, j);
      },
      false);
}

SplitLists split_by_class(NeighborLists lists, const Classes& classes) {
  SplitLists result{lists, std::move(lists)};
  if (measuring(result.within.at.home())) return result;
  for (Index i = 0; i < result.within.count(); ++i) {
    const Index own = classes.of(i);
    for (Index k = 0; k < result.within.width; ++k) {
      const int j = result.within.begin(i)[k];
      if (j < 0) continue;
      const bool same = classes.of(j) == own;
      (same ? result.between : result.within).begin(i)[k] = -1;
    }
  }
  return result;
}

template <class S>
double total_squared_length(const Graph& graph, const Samples<S>& samples) {
  double total = 0;
  if (measuring(graph.home())) return total;
  for (Index i = 0; i < graph.nodes(); ++i) {
    for (Index e = graph.begin[std::size_t(i)]; e < graph.begin[std::size_t(i) + 1]; ++e) {
      total += samples.squared_distance(i, graph.to[std::size_t(e)]);
    }
  }
  return total;
}

void stand_weights(Graph& graph, const VectorD& stand) {
  if (measuring(graph.home())) return;
  for (Index i = 0; i < graph.nodes(); ++i) {
    for (Index e = graph.begin[std::size_t(i)]; e < graph.begin[std::size_t(i) + 1]; ++e)
      graph.weight[std::size_t(e)] *= stand[i] * stand[graph.to[std::size_t(e)]];
  }
}

template <class S>
void heat_weights(Graph& graph, const Samples<S>& samples, double width) {
  if (measuring(graph.home())) return;
  for (Index i = 0; i < graph.nodes(); ++i) {
    for (Index e = graph.begin[std::size_t(i)]; e < graph.begin[std::size_t(i) + 1]; ++e) {
      const double squared = samples.squared_distance(i, graph.to[std::size_t(e)]);
      if (squared > 0) graph.weight[std::size_t(e)] *= exponential(-squared / width);
    }
  }
}

template double total_squared_length(const Graph&, const Samples<float>&);
template double total_squared_length(const Graph&, const Samples<double>&);
template void heat_weights(Graph&, const Samples<float>&, double);
template void heat_weights(Graph&, const Samples<double>&, double);

}  // namespace tanda::internal
