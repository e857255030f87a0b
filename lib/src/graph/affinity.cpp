#include "graph/affinity.hpp"

#include <cmath>

#include "base/exponential.hpp"
#include "tanda/detail/small/local_rules.hpp"

namespace tanda::internal {
namespace {

/// All pairs of samples are visited in blocks of this size.
constexpr Index dense_block = 64;

}  // namespace

double affinity(double squared_distance, double scales) {
  return small::affinity(squared_distance, scales, exponential);
}

template <class S>
VectorD local_scales(const Samples<S>& samples, const NeighborLists& lists) {
  VectorD scales(samples.home(), VectorD::Zero(lists.count()));
  if (measuring(samples.home())) return scales;
  for (Index i = 0; i < lists.count(); ++i) {
    Index last = lists.width;
    while (last > 0 && lists.begin(i)[last - 1] < 0) --last;
    if (last > 0) scales[i] = std::sqrt(samples.squared_distance(i, lists.begin(i)[last - 1]));
  }
  return scales;
}

template <class S>
Graph affinity_graph(const Points<S>& points, const NeighborLists& lists) {
  Graph graph = or_graph(lists, points.classes);
  const VectorD scales = local_scales(points.samples, lists);
  if (measuring(graph.home())) return graph;
  for (Index i = 0; i < graph.nodes(); ++i) {
    for (Index e = graph.begin[std::size_t(i)]; e < graph.begin[std::size_t(i) + 1]; ++e) {
      const Index j = graph.to[std::size_t(e)];
      graph.weight[std::size_t(e)] = affinity(points.samples.squared_distance(i, j), scales[i] * scales[j]);
    }
  }
  return graph;
}

template <class S>
MatrixD dense_affinity_scatter(const Samples<S>& samples, const VectorD& scales, Index first, Index last,
                               Monitor& monitor, const VectorD* stand) {
  Workspace* const home = samples.home();
  const Index d = samples.dims(), most = std::min(dense_block, last - first);
  MatrixD result(home, MatrixD::Zero(d, d));
  MatrixD xs(home, d, most), others(home, d, most), pulled(home, d, most), affinities(home, most, most);
  VectorD degrees(home, most);
  if (measuring(home)) {
    const VectorD squares(home, most), squares_of_others(home, most);
    library_product(home, d, d, most, sizeof(double));
    library_product(home, d, most, most, sizeof(double));
    library_product(home, most, most, d, sizeof(double));
    return result;
  }
  for (Index at = first; at < last; at += dense_block) {
    if (!monitor.advance(double(at) / double(samples.count()))) return result;
    const Index size = std::min(dense_block, last - at);
    samples.panel(at, size, xs);
    pulled.reuse(d, size);
    pulled.setZero();
    degrees.setZero();
    for (Index from = first; from < last; from += dense_block) {
      const Index count = std::min(dense_block, last - from);
      if (!monitor.work(double(count * size) * double(4 * xs.rows() + 20))) return result;
      samples.panel(from, count, others);
      affinities.reuse(count, size);
      set_product(affinities, others.transpose(), xs);
      const VectorD squares = squared_lengths(xs, home), squares_of_others = squared_lengths(others, home);
      for (Index j = 0; j < size; ++j) {
        for (Index i = 0; i < count; ++i) {
          const double squared = squares_of_others[i] + squares[j] - 2 * affinities(i, j);
          const bool self = from + i == at + j;
          affinities(i, j) = self ? 0 : affinity(std::max(0.0, squared), scales[from + i] * scales[at + j]);
          if (stand) affinities(i, j) *= (*stand)[from + i] * (*stand)[at + j];
          degrees[j] += affinities(i, j);
        }
      }
      add_product(pulled, others, affinities, -1);
    }
    for (Index j = 0; j < size; ++j) pulled.col(j) += degrees[j] * xs.col(j);
    add_product_lower(result, pulled, xs.transpose());
  }
  return result;
}

template VectorD local_scales(const Samples<float>&, const NeighborLists&);
template VectorD local_scales(const Samples<double>&, const NeighborLists&);
template Graph affinity_graph(const Points<float>&, const NeighborLists&);
template Graph affinity_graph(const Points<double>&, const NeighborLists&);
template MatrixD dense_affinity_scatter(const Samples<float>&, const VectorD&, Index, Index, Monitor&,
                                        const VectorD*);
template MatrixD dense_affinity_scatter(const Samples<double>&, const VectorD&, Index, Index, Monitor&,
                                        const VectorD*);

}  // namespace tanda::internal
