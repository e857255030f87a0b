// The quadratic form of free values and tangent vectors together, without elimination.

#include "star.hpp"

namespace tanda::internal {

template <class S>
FreeForm free_form(const Samples<S>& samples, const Graph& graph, const Owners& owners, TangentChoice choice,
                   TangentRidge ridge, double pair_weight, Monitor* monitor) {
  Workspace* const w = samples.home();
  const Index n = samples.count();
  const Samples<S>* const same = nullptr;
  const TangentSystem system = tangent_system(samples, graph, owners, 0, n, choice, monitor, same, false);
  if (stopped(monitor)) return {};
  const TangentBases& bases = system.bases;
  const Index count = bases.owners();
  if (measuring(w)) {
    const Index links =
        std::min(Index(system.edges.size()), index_bound(0.5 * double(count) * double(count)));
    const Index values = Index(owners.of.size()) == owners.count() ? 1 : owners.most;
    const Index most = system.most_axes;
    FreeForm result{BlockMatrix(w, BlockMatrix::bound(count, links, n + bases.total(), values + most)),
                    Array<Index>(w, std::size_t(n))};
    const Array<Index> inside(w, std::size_t(n)), places(w, std::size_t(count));
    const MatrixD between(w, most, most);
    const Star star(w, samples.dims(), n - 1);
    const MatrixD along(w, most, n - 1);
    library_product(w, most, std::max(most, n - 1), samples.dims(), sizeof(double));
    return result;
  }

  Array<Index> values(w, std::size_t(count), 0);  // the number of values in each node
  for (const int o : owners.of) ++values[std::size_t(o)];
  const auto size_of = [&](Index o) { return values[std::size_t(o)] + bases.dims(o); };
  BlockMatrix::Size size{count, Index(system.edges.size())};
  for (Index o = 0; o < count; ++o) size.entries += size_of(o) * size_of(o);
  for (const TangentSystem::Edge& edge : system.edges) size.entries += size_of(edge.from) * size_of(edge.to);
  FreeForm result{BlockMatrix(w, size), Array<Index>(w, std::size_t(n))};
  BlockMatrix& form = result.form;
  for (Index o = 0; o < count; ++o)
    form.add_node(size_of(o)).bottomRightCorner(bases.dims(o), bases.dims(o)) = system.curvature(o);
  Array<Index> inside(w, std::size_t(n));  // the row of each sample's value within its node
  std::fill(values.begin(), values.end(), 0);
  for (Index i = 0; i < n; ++i) {
    const std::size_t o = std::size_t(owners.of[std::size_t(i)]);
    inside[std::size_t(i)] = values[o]++;
    result.row[std::size_t(i)] = form.begin()[o] + inside[std::size_t(i)];
  }
  for (const TangentSystem::Edge& edge : system.edges) {
    const Index m = bases.dims(edge.from), k = bases.dims(edge.to);
    const double g = pair_weight * edge.weight;
    const MatrixD a = product(bases.basis(edge.from).transpose(), bases.basis(edge.to), w);
    form.add_link(edge.from, edge.to).bottomRightCorner(m, k) = -2 * g * a;
    add_pair(a, g, form.diagonal(edge.from).bottomRightCorner(m, m),
             form.diagonal(edge.to).bottomRightCorner(k, k));
  }
  const auto link = [&](int p, int q) {  // p > q
    const auto found = std::lower_bound(
        system.edges.begin(), system.edges.end(), std::pair(p, q),
        [](const auto& edge, const auto& key) { return std::pair(edge.from, edge.to) < key; });
    return form.link(found - system.edges.begin()).block;
  };
  Star star(w, samples.dims(), most_edges(graph, 0, n));
  for (Index j = 0; j < n; ++j) {
    const int q = owners.of[std::size_t(j)];
    star.set(samples, graph, j);
    const MatrixD along = product(bases.basis(q).transpose(), star.differences(), w);  // T_q'Δ of each edge
    BlockMatrix::Block own = form.diagonal(q);
    const Index fj = inside[std::size_t(j)], vq = values[std::size_t(q)], m = bases.dims(q);
    for (Index e = 0; e < star.size(); ++e) {
      const Index i = graph.to[std::size_t(graph.begin[std::size_t(j)] + e)], fi = inside[std::size_t(i)];
      const int p = owners.of[std::size_t(i)];
      const double weight = star.weights()[e];
      // Adds sign·weight·T_q'Δ from (row, column) on, down or to the right.
      const auto add_along = [&, e](BlockMatrix::Block to, Index top, Index left, double sign,
                                    bool down = true) {
        for (Index l = 0; l < m; ++l)
          (down ? to(top + l, left) : to(top, left + l)) += sign * weight * along(l, e);
      };
      own(fj, fj) += weight;
      add_along(own, vq, fj, 1);
      form.diagonal(p)(fi, fi) += weight;
      if (p == q) {
        own(std::max(fi, fj), std::min(fi, fj)) -= weight;
        add_along(own, vq, fi, -1);
      } else if (p > q) {
        BlockMatrix::Block block = link(p, q);
        block(fi, fj) -= weight;
        add_along(block, fi, vq, -1, false);
      } else {
        BlockMatrix::Block block = link(q, p);
        block(fj, fi) -= weight;
        add_along(block, vq, fi, -1);
      }
    }
  }
  double trace = 0;
  for (Index o = 0; o < count; ++o)
    trace += form.diagonal(o).bottomRightCorner(bases.dims(o), bases.dims(o)).trace();
  const double shift = ridge.absolute + ridge.relative * trace / std::max(1.0, double(bases.total()));
  for (Index o = 0; o < count; ++o)
    add_to_diagonal(form.diagonal(o).bottomRightCorner(bases.dims(o), bases.dims(o)), shift);
  return result;
}

template FreeForm free_form(const Samples<float>&, const Graph&, const Owners&, TangentChoice, TangentRidge,
                            double, Monitor*);
template FreeForm free_form(const Samples<double>&, const Graph&, const Owners&, TangentChoice, TangentRidge,
                            double, Monitor*);

}  // namespace tanda::internal
