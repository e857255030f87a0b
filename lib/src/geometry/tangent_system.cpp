// The block matrix that couples the tangent vectors of one class.
#include <cmath>
#include <tuple>

#include "star.hpp"

namespace tanda::internal {

BlockMatrix tangent_blocks(const TangentSystem& system, bool with_points, double pair_weight) {
  const TangentBases& bases = system.bases;
  Workspace* const w = system.edges.home();
  const Index owners = bases.owners(), most = system.most_axes;
  if (measuring(w)) {
    const Index links =
        std::min(Index(system.edges.size()), index_bound(0.5 * double(owners) * double(owners)));
    BlockMatrix s(w, BlockMatrix::bound(owners, links, bases.total(), most));
    const Array<int> node(w, std::size_t(owners));
    const MatrixD a(w, most, most);
    library_product(w, most, most, most, sizeof(double));
    return s;
  }
  const auto linked = [&](const TangentSystem::Edge& edge) {
    return pair_weight * edge.weight != 0 && bases.dims(edge.from) > 0 && bases.dims(edge.to) > 0;
  };
  BlockMatrix::Size size;
  for (Index o = 0; o < owners; ++o) {
    if (bases.dims(o) > 0) ++size.nodes;
    size.entries += bases.dims(o) * bases.dims(o);
  }
  for (const TangentSystem::Edge& edge : system.edges) {
    if (!linked(edge)) continue;
    ++size.links;
    size.entries += bases.dims(edge.from) * bases.dims(edge.to);
  }
  BlockMatrix s(w, size);
  Array<int> node(w, std::size_t(owners), -1);
  for (Index o = 0; o < owners; ++o) {
    if (bases.dims(o) == 0) continue;
    node[std::size_t(o)] = int(s.nodes());
    BlockMatrix::Block block = s.add_node(bases.dims(o));
    if (with_points) block = system.curvature(o);
  }
  for (const TangentSystem::Edge& edge : system.edges) {
    const int from = node[std::size_t(edge.from)], to = node[std::size_t(edge.to)];
    const double g = pair_weight * edge.weight;
    if (g == 0 || (from < 0 && to < 0)) continue;
    if (from < 0 || to < 0) {  // the other end has no tangent vector: this one is drawn to zero
      add_to_diagonal(s.diagonal(std::max(from, to)), g);
      continue;
    }
    const MatrixD a = product(bases.basis(edge.from).transpose(), bases.basis(edge.to), w);
    s.add_link(from, to) = -2 * g * a;
    add_pair(a, g, s.diagonal(from), s.diagonal(to));
  }
  return s;
}

namespace {

/// The sizes of a system; upper bounds in a counting workspace.
struct Extent {
  Index owners, first_owner = 0;
  Index axes, most_axes;  ///< of all owners; of one owner
  Index pairs;            ///< edges between different owners
  Index degree;           ///< the most edges of one column
};

template <class S>
Extent extent_of(const Samples<S>& samples, const Graph& graph, const Owners& owners, Index first, Index last,
                 TangentChoice choice) {
  const auto range = std::minmax_element(owners.of.begin() + first, owners.of.begin() + last);
  Extent e{*range.second + 1 - *range.first, *range.first, 0, 0, 0, most_edges(graph, first, last)};
  for (Index o = 0; o < e.owners; ++o) {
    const Index most = axes_at_most(owners.group(e.first_owner + o).size(), samples.dims(), choice);
    e.axes += most;
    e.most_axes = std::max(e.most_axes, most);
  }
  for (Index j = first; j < last; ++j) {
    for (Index i = graph.begin[std::size_t(j)]; i < graph.begin[std::size_t(j) + 1]; ++i)
      e.pairs += owners.of[std::size_t(graph.to[std::size_t(i)])] > owners.of[std::size_t(j)];
  }
  return e;
}

/// Upper bounds for a counting run. Graphs are made from lists of one width, so a class has at most its share
/// of the largest possible number of edges.
template <class S>
Extent extent_at_most(const Samples<S>& samples, const Graph& graph, const Owners& owners, Index first,
                      Index last, TangentChoice choice) {
  const Index size = last - first;
  const bool by_point = owners.members.size() != owners.of.size();  // an owner is a point with its neighbours
  Extent e{by_point ? size : std::min(size, owners.count()), 0, 0, 0, 0, std::max<Index>(0, size - 1)};
  // With patches, each point is a member of exactly one.
  const double members = std::min(double(e.owners) * double(owners.most),
                                  double(by_point ? Index(owners.members.size()) : size));
  e.most_axes = axes_at_most(owners.most, samples.dims(), choice);
  e.axes = index_bound(std::min(double(e.owners) * double(e.most_axes), members));
  const double part =
      std::ceil(double(graph.edges()) * double(size) / double(std::max<Index>(1, graph.nodes())));
  e.pairs = index_bound(std::min(part, double(size) * double(e.degree)) / 2);
  return e;
}

using Edge = TangentSystem::Edge;

/// Merges edges between the same two owners and adds up their weights.
void merge(Array<Edge>& edges) {
  const auto key = [](const Edge& edge) { return std::tie(edge.from, edge.to); };
  std::sort(edges.begin(), edges.end(), [&](const Edge& a, const Edge& b) { return key(a) < key(b); });
  std::size_t out = 0;
  for (std::size_t e = 0; e < edges.size(); ++e) {
    if (out > 0 && key(edges[out - 1]) == key(edges[e])) {
      edges[out - 1].weight += edges[e].weight;
    } else {
      edges[out++] = edges[e];
    }
  }
  edges.resize(out);
}

}  // namespace

template <class S>
TangentSystem tangent_system(const Samples<S>& samples, const Graph& graph, const Owners& owners, Index first,
                             Index last, TangentChoice choice, Monitor* monitor, const Samples<S>* members,
                             bool with_pull) {
  Workspace* const w = samples.home();
  const Index p = samples.dims();
  const Extent e = measuring(w) ? extent_at_most(samples, graph, owners, first, last, choice)
                                : extent_of(samples, graph, owners, first, last, choice);
  TangentSystem system{{MatrixD(w, p, e.axes), Array<Index>(w, std::size_t(e.owners) + 1)},
                       MatrixD::in(w),
                       Array<Edge>(w),
                       0,
                       Array<Index>(w, std::size_t(e.owners) + 1),
                       Array<double>(w)};
  TangentBases& bases = system.bases;
  system.edges.reserve(std::size_t(e.pairs));
  const Samples<S>& points = members ? *members : samples;
  if (measuring(w)) {
    system.edges.resize(std::size_t(e.pairs));
    put_tangent_basis(points, {nullptr, owners.most}, choice, bases.axes, 0);
    system.most_axes = e.most_axes;
  } else {
    bases.begin[0] = system.curvature_at[0] = 0;
    for (Index o = 0; o < e.owners; ++o) {
      const Span<int> group = owners.group(e.first_owner + o);
      const double size = double(group.size());
      if (!goes_on(monitor, 4 * size * size * (size + double(p)))) return {};
      const Index m = put_tangent_basis(points, group, choice, bases.axes, bases.begin[std::size_t(o)]);
      bases.begin[std::size_t(o) + 1] = bases.begin[std::size_t(o)] + m;
      system.curvature_at[std::size_t(o) + 1] = system.curvature_at[std::size_t(o)] + m * m;
      system.most_axes = std::max(system.most_axes, m);
    }
    bases.axes.conservativeResize(p, bases.begin.back());
  }
  const Index total = bases.total(), most = system.most_axes;
  system.curvatures.resize(
      std::size_t(measuring(w) ? index_bound(double(total) * double(most)) : system.curvature_at.back()),
      0.0);
  if (with_pull) {
    system.pull = MatrixD(w, p, total);
    if (!measuring(w)) system.pull.setZero();
  }

  Star star(w, p, e.degree);
  if (measuring(w)) {
    const MatrixD inside(w, most, e.degree), weighted = inside;
    library_product(w, p, most, e.degree, sizeof(double));
    return system;
  }
  for (Index j = first; j < last; ++j) {
    const Index q = owners.of[std::size_t(j)] - e.first_owner, m = bases.dims(q);
    for (Index i = graph.begin[std::size_t(j)]; i < graph.begin[std::size_t(j) + 1]; ++i) {
      const Index o = owners.of[std::size_t(graph.to[std::size_t(i)])] - e.first_owner;
      if (o > q) system.edges.push_back({int(o), int(q), graph.weight[std::size_t(i)]});
    }
    if (m == 0) continue;
    star.set(samples, graph, j);
    if (!goes_on(monitor, 8 * double(p * star.size()) * double(m))) return {};
    const MatrixD inside = product(bases.basis(q).transpose(), star.differences(), w);  // E'
    MatrixD weighted = inside;                                                          // E'W
    scale_columns(weighted, star.weights());
    if (with_pull)
      add_product(system.pull.middleCols(bases.begin[std::size_t(q)], m), star.differences(),
                  weighted.transpose());
    add_product(system.curvature(q), inside, weighted.transpose());
  }
  merge(system.edges);
  return system;
}

#define TANDA_INSTANTIATE(S)                                                                          \
  template TangentSystem tangent_system(const Samples<S>&, const Graph&, const Owners&, Index, Index, \
                                        TangentChoice, Monitor*, const Samples<S>*, bool);
TANDA_INSTANTIATE(float)
TANDA_INSTANTIATE(double)
#undef TANDA_INSTANTIATE

}  // namespace tanda::internal
