// The matrix that ties the tangent vectors of one class together, in blocks.
#include <tuple>

#include "star.hpp"

namespace tanda {

BlockMatrix tangent_blocks(const TangentSystem& system, bool with_points, double pair_weight) {
  const TangentBases& bases = system.bases;
  BlockMatrix s;
  Array<int> node(std::size_t(bases.owners()), -1);
  for (Index o = 0; o < bases.owners(); ++o) {
    if (bases.dims(o) == 0) continue;
    node[std::size_t(o)] = int(s.nodes());
    s.diagonal.push_back(with_points ? system.curvature[std::size_t(o)]
                                     : MatrixD::Zero(bases.dims(o), bases.dims(o)));
  }
  for (const TangentSystem::Edge& edge : system.edges) {
    const int from = node[std::size_t(edge.from)], to = node[std::size_t(edge.to)];
    const double g = pair_weight * edge.weight;
    if (g == 0 || (from < 0 && to < 0)) continue;
    if (from < 0 || to < 0) {  // the other end has no tangent vector: it pulls this one to zero
      add_to_diagonal(s.diagonal[std::size_t(std::max(from, to))], g);
      continue;
    }
    const MatrixD a = product(bases.basis(edge.from).transpose(), bases.basis(edge.to));
    s.links.push_back({from, to, add_pair(a, g, s.diagonal[std::size_t(from)], s.diagonal[std::size_t(to)])});
  }
  return s;
}

template <class S>
TangentSystem tangent_system(const Samples<S>& samples, const Graph& graph, const Owners& owners, Index first,
                             Index last, TangentChoice choice, Monitor* monitor, const Samples<S>* members) {
  TangentSystem system;
  const auto range = std::minmax_element(owners.of.begin() + first, owners.of.begin() + last);
  const Index first_owner = *range.first, count = *range.second + 1 - first_owner;

  std::vector<MatrixD> axes;
  system.bases.begin.push_back(0);
  for (Index o = 0; o < count; ++o) {
    const double size =
        double(owners.begin[std::size_t(first_owner + o) + 1] - owners.begin[std::size_t(first_owner + o)]);
    if (!goes_on(monitor, 4 * size * size * (size + double(samples.dims())))) return {};
    axes.push_back(tangent_basis(members ? *members : samples, owners.group(first_owner + o), choice));
    system.bases.begin.push_back(system.bases.begin.back() + axes.back().cols());
  }
  system.bases.axes.resize(samples.dims(), system.bases.total());
  for (Index o = 0; o < count; ++o) {
    system.bases.axes.middleCols(system.bases.begin[std::size_t(o)], system.bases.dims(o)) =
        axes[std::size_t(o)];
    axes[std::size_t(o)].resize(0, 0);
    system.curvature.push_back(MatrixD::Zero(system.bases.dims(o), system.bases.dims(o)));
  }

  system.pull = MatrixD::Zero(samples.dims(), system.bases.total());
  MatrixD differences;
  VectorD weights;
  for (Index j = first; j < last; ++j) {
    const Index q = owners.of[std::size_t(j)] - first_owner, m = system.bases.dims(q);
    for (Index e = graph.begin[std::size_t(j)]; e < graph.begin[std::size_t(j) + 1]; ++e) {
      const Index p = owners.of[std::size_t(graph.to[std::size_t(e)])] - first_owner;
      if (p > q) system.edges.push_back({int(p), int(q), graph.weight[std::size_t(e)]});
    }
    if (m == 0) continue;
    star_of(samples, graph, j, differences, weights);
    if (!goes_on(monitor, 8 * double(differences.size()) * double(m))) return {};
    const MatrixD inside = product(system.bases.basis(q).transpose(), differences);  // E'
    MatrixD weighted = inside;                                                       // E'W
    scale_columns(weighted, weights);
    add_product(system.pull.middleCols(system.bases.begin[std::size_t(q)], m), differences,
                weighted.transpose());
    add_product(system.curvature[std::size_t(q)], inside, weighted.transpose());
  }
  const auto key = [](const auto& edge) { return std::tie(edge.from, edge.to); };
  std::sort(system.edges.begin(), system.edges.end(),
            [&](const auto& a, const auto& b) { return key(a) < key(b); });
  std::size_t out = 0;
  for (std::size_t e = 0; e < system.edges.size(); ++e) {
    if (out > 0 && key(system.edges[out - 1]) == key(system.edges[e])) {
      system.edges[out - 1].weight += system.edges[e].weight;
    } else {
      system.edges[out++] = system.edges[e];
    }
  }
  system.edges.resize(out);
  return system;
}

template TangentSystem tangent_system(const Samples<float>&, const Graph&, const Owners&, Index, Index,
                                      TangentChoice, Monitor*, const Samples<float>*);
template TangentSystem tangent_system(const Samples<double>&, const Graph&, const Owners&, Index, Index,
                                      TangentChoice, Monitor*, const Samples<double>*);

}  // namespace tanda
