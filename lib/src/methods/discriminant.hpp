// The TSD problem for any samples: tsd solves it on the data, kernel_tsd in kernel coordinates.
#pragma once

#include "base/decimal.hpp"
#include "base/text.hpp"
#include "tanda/detail/device/options.hpp"
#include "tangent_common.hpp"

namespace tanda::internal {

/// Weights within a class: one per neighbour, or affinities with local scaling.
enum class WithinWeights : unsigned char { knn, affinity };

struct DiscriminantOptions : device::TsdOptions<double> {
  PairsOf pairs = PairsOf::point;
  WithinWeights graph = WithinWeights::knn;
  double subsample = 1;
};

template <class O>
constexpr auto discriminant_parameters(const char* neighbors_doc) {
  return fields(
      neighbors_parameter<O>(neighbors_doc), between_parameter<O>(), pairs_parameter<O>(),
      field<O, &O::graph>("graph", "knn|lfda", Stage::graph,
                          "weights within a class: one per neighbour, or affinities with local scaling"),
      field<O, &O::gamma>("gamma", {0, 1e12, 0.01}, Stage::tangents,
                          "ridge on the direction and the tangent vectors", "0.01,0.1,1"),
      tangent_parameters<O>(),
      field<O, &O::subsample>(
          "subsample", {0.001, 1, 0.05}, Stage::scatter,
          "part of the samples whose tangent terms are summed, to stand for all; 1 = exact"),
      absolute_parameter<O>("gamma as printed in the paper; otherwise in units of tr(S)/d"),
      columns_parameter<O>());
}

/// Samples without a label (the last ones) list their neighbours of any kind.
template <class S>
void list_unlabelled(const Problem<S>& p, NeighborLists& lists) {
  const Index labelled = p.classes().labelled(), n = p.points.count();
  if (labelled == n) return;
  const NeighborLists any = nearest(p.points, lists.width);
  if (measuring(p.home())) return;
  for (Index i = labelled; i < n; ++i) std::copy(any.begin(i), any.begin(i) + any.width, lists.begin(i));
}

template <class S>
Graph tangent_graph(const Problem<S>& p, WithinWeights weights, const NeighborLists& lists) {
  if (weights == WithinWeights::knn) return or_graph(lists);
  const Points<S> where{p.samples, p.classes(), p.points.original, p.monitor};
  Graph graph = affinity_graph(where, lists);
  divide_by_class_size(graph, p.classes());
  return graph;
}

/// A random subset of the points whose stars are summed, with a factor that makes the sum an unbiased
/// estimate of that over all points. Each term, S_tt − correction of j's star, is positive semidefinite, and
/// so is the sum over any subset.
struct StarSample {
  Array<char> chosen;  ///< per point
  double scale = 1;    ///< all / chosen
};
StarSample sample_stars(Index points, double part, std::uint64_t seed, Workspace* w = nullptr);

/// The graph whose Laplacian scatter is Σ over chosen j of Σ_i W_ij ΔΔ': an edge counts once for each chosen
/// end.
Graph star_edges(Graph graph, const StarSample& sample);

/// Σ_ij Ww_ij (t'Δ − w_j'T_j'Δ)² + γ(‖t‖² + Σ‖w_j‖²) as a quadratic form in t, with the w_j eliminated.
template <class S>
MatrixD tangent_scatter(const Problem<S>& p, const DiscriminantOptions& o, const NeighborLists& lists) {
  p.monitor.stage("scatter");
  MatrixD b = zeros(p.home(), p.samples.dims(), p.samples.dims());
  const Graph within = tangent_graph(p, o.graph, lists);
  const StarSample sample = sample_stars(p.points.count(), o.subsample, p.seed, p.home());
  const bool counting = measuring(p.home());
  if (sample.scale > 1) {
    const Graph edges = star_edges(within, sample);
    add_laplacian_scatter(b, p, edges);
    if (!counting) b *= sample.scale;
  } else {
    add_laplacian_scatter(b, p, within);
    if (!counting) b *= 2;
  }
  const double gamma = ridge_value(p, o.gamma, o.absolute, b);
  p.monitor.stage("tangents");
  // Edges of labelled points stay in their class.
  const Classes& classes = p.classes();
  const Index most_edges = classes.labelled() == p.samples.count() ? classes.largest() - 1 : 0;
  const double error =
      eliminate_points(b, p.samples, within, point_owners(lists), sample.chosen, sample.scale,
                       {o.tangent_dims, o.energy}, gamma, p.monitor, most_edges);
  if (counting) return b;
  if (sample.scale > 1) {
    p.monitor.note(joined({"tangent terms of ", decimal_text(100 / sample.scale, 3),
                           " % of the samples stand for all: their sum is known to ±",
                           decimal_text(100 * error, 2), " %"}));
  }
  b.diagonal().array() += gamma;
  return b;
}

/// Maximises 2t'X L(Wb) X't relative to that form: d×d instead of (d+mn)×(d+mn), with the same eigenvalues
/// and t.
template <class S>
Solution tangent_discriminant(const Problem<S>& p, const DiscriminantOptions& o) {
  p.monitor.stage("neighbors");
  const bool by_point = o.pairs == PairsOf::point;
  SplitLists both;
  if (by_point) {
    both = nearest_within_and_between(p.points, o.neighbors, o.between);
  } else {
    both.within = nearest_within(p.points, o.neighbors);
  }
  list_unlabelled(p, both.within);
  MatrixD b = tangent_scatter(p, o, both.within);
  both.within = {};
  p.monitor.stage("neighbors");
  const Graph between = by_point ? or_graph(both.between) : between_graph(p, o.between, o.pairs);
  p.monitor.stage("scatter");
  return solve(p, Pencil{edge_scatter(p, between), std::move(b), End::largest}, o.columns);
}

}  // namespace tanda::internal
