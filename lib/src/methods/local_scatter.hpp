// The scatter of local Fisher discriminant analysis: lfda solves it, pmpda and mpda use its between-class
// scatter.
#pragma once

#include "common.hpp"
#include "graph/affinity.hpp"

namespace tanda::internal {

/// Whether a list has the nearest samples of the same class or of all classes.
enum class AffinityLists : unsigned char { class_, all };

template <class O>
constexpr auto affinity_parameters(const char* neighbors_doc, const char* graph_doc) {
  return fields(neighbors_parameter<O>(neighbors_doc),
                field<O, &O::graph>("graph", "class|all", Stage::neighbors, graph_doc),
                field<O, &O::sparse>("sparse", {}, Stage::graph,
                                     "affinities between neighbours only, not between all pairs of a class"));
}

/// The lists from which affinities and local scales are computed: within the class, or with graph = all among
/// all samples.
template <class S, class O>
NeighborLists affinity_lists(const Problem<S>& p, const O& o) {
  return o.graph == AffinityLists::all ? nearest(p.points, o.neighbors)
                                       : nearest_within(p.points, o.neighbors);
}

/// X L(Wb) X', Wb = A(1/n − 1/n_c) in class and 1/n across, A the affinities of the lists or, with sparse =
/// false, of all pairs of a class. Never n×n: S_t − Σ_c (n_c/n) S_c + Σ_c (1/n − 1/n_c) X_c L(A_c) X_c'.
/// `within`, if not null, receives X L(Ww) X', Ww = A/n_c. `stand`: how many points each sample
/// stands for, null = one; pairs count as often as there are pairs of points, and n and n_c are numbers of
/// points.
template <class S>
MatrixD local_between_scatter(const Problem<S>& p, bool sparse, NeighborLists lists,
                              MatrixD* within = nullptr, const VectorD* stand = nullptr) {
  Workspace* const home = p.home();
  const Index d = p.samples.dims();
  MatrixD between = zeros(home, d, d);
  const Classes& classes = p.classes();
  const auto points = [&](Index i) { return stand ? (*stand)[i] : 1.0; };
  VectorD sizes(home, classes.count());
  double n = 0;
  if (!measuring(home)) {
    sizes.setZero();
    for (Index i = 0; i < classes.labelled(); ++i) sizes[classes.of(i)] += points(i);
    for (const double size : sizes) n += size;
  }
  p.monitor.stage("graph");
  VectorD scales;
  Graph graph;
  if (sparse) {
    graph = affinity_graph(p.points, std::move(lists));
    if (stand) stand_weights(graph, *stand);
  } else {
    scales = local_scales(p.points.samples, lists);
  }
  lists = {};

  p.monitor.stage("scatter");
  {
    const MatrixD means = class_means(p.samples, classes, stand);
    add_scatter<S>(between, p.samples, p.monitor, [&](Index i, ColumnSum<S>& sum) {
      const Index c = classes.of(i);
      const double size = sizes[c];
      sum.add(points(i) * (1 - size / n), i);
      sum.add(points(i) * size / n, means.col(c));
      if (sparse) add_laplacian(sum, graph, i, 1 / n - 1 / size);
    });
  }
  if (sparse) {
    if (!within) return between;
    *within = scatter(p.samples, p.monitor, [&](Index i, ColumnSum<S>& sum) {
      add_laplacian(sum, graph, i, 1 / sizes[classes.of(i)]);
    });
    return between;
  }
  if (within) *within = zeros(home, d, d);
  const Index least =
      measuring(home) ? classes.largest() : 0;  // when counting, one of the largest classes stands for all
  for (Index c = 0; c < classes.count() && !p.monitor.cancelled(); ++c) {
    if (classes.size(c) < least) continue;
    const MatrixD local =
        dense_affinity_scatter(p.samples, scales, classes.first(c), classes.last(c), p.monitor, stand);
    if (measuring(home)) continue;
    const double size = sizes[c];
    between += (1 / n - 1 / size) * local;
    if (within) *within += 1 / size * local;
  }
  return between;
}

}  // namespace tanda::internal
