// The form of free values and tangent vectors together, nothing eliminated.
#include <cmath>

#include "star.hpp"

namespace tanda {

template <class S>
FreeForm free_form(const Samples<S>& samples, const Graph& graph, const Owners& owners, TangentChoice choice,
                   TangentRidge ridge, double pair_weight, Monitor* monitor) {
  const Index n = samples.count();
  TangentSystem system = tangent_system(samples, graph, owners, 0, n, choice, monitor);
  if (stopped(monitor)) return {};
  system.pull.resize(0, 0);
  const TangentBases& bases = system.bases;
  FreeForm result;
  BlockMatrix& form = result.form;
  Array<Index> inside(static_cast<std::size_t>(n));  // row of a sample's value in its node
  Array<Index> values(std::size_t(owners.count()), 0);
  for (Index i = 0; i < n; ++i) inside[std::size_t(i)] = values[std::size_t(owners.of[std::size_t(i)])]++;
  Index row = 0;
  Array<Index> begin;
  for (Index o = 0; o < bases.owners(); ++o) {
    const Index size = values[std::size_t(o)] + bases.dims(o);
    begin.push_back(row);
    row += size;
    form.diagonal.push_back(MatrixD::Zero(size, size));
    form.diagonal.back().bottomRightCorner(bases.dims(o), bases.dims(o)) = system.curvature[std::size_t(o)];
  }
  for (Index i = 0; i < n; ++i) {
    result.row.push_back(begin[std::size_t(owners.of[std::size_t(i)])] + inside[std::size_t(i)]);
  }
  for (const TangentSystem::Edge& edge : system.edges) {
    const std::size_t from = std::size_t(edge.from), to = std::size_t(edge.to);
    MatrixD block = MatrixD::Zero(form.diagonal[from].rows(), form.diagonal[to].rows());
    const Index m = bases.dims(edge.from), k = bases.dims(edge.to);
    const double g = pair_weight * edge.weight;
    block.bottomRightCorner(m, k) =
        add_pair(product(bases.basis(edge.from).transpose(), bases.basis(edge.to)), g,
                 form.diagonal[from].bottomRightCorner(m, m), form.diagonal[to].bottomRightCorner(k, k));
    form.links.push_back({edge.from, edge.to, std::move(block)});
  }
  const auto link = [&](int p, int q) -> MatrixD& {  // p > q
    const auto found =
        std::lower_bound(form.links.begin(), form.links.end(), std::pair(p, q),
                         [](const auto& l, const auto& key) { return std::pair(l.row, l.column) < key; });
    return found->block;
  };
  MatrixD differences;
  VectorD weights;
  for (Index j = 0; j < n; ++j) {
    const int q = owners.of[std::size_t(j)];
    star_of(samples, graph, j, differences, weights);
    const MatrixD along = product(bases.basis(q).transpose(), differences);  // T_q'Δ of each edge
    MatrixD& own = form.diagonal[std::size_t(q)];
    const Index fj = inside[std::size_t(j)], vq = values[std::size_t(q)], m = bases.dims(q);
    for (Index e = 0; e < weights.size(); ++e) {
      const Index i = graph.to[std::size_t(graph.begin[std::size_t(j)] + e)], fi = inside[std::size_t(i)];
      const int p = owners.of[std::size_t(i)];
      const double w = weights[e];
      // Adds sign·w·T_q'Δ from (row, column) on, down or to the right.
      const auto add_along = [&, e](MatrixD& to, Index top, Index left, double sign, bool down = true) {
        for (Index l = 0; l < m; ++l)
          (down ? to(top + l, left) : to(top, left + l)) += sign * w * along(l, e);
      };
      own(fj, fj) += w;
      add_along(own, vq, fj, 1);
      form.diagonal[std::size_t(p)](fi, fi) += w;
      if (p == q) {
        own(std::max(fi, fj), std::min(fi, fj)) -= w;
        add_along(own, vq, fi, -1);
      } else if (p > q) {
        MatrixD& block = link(p, q);
        block(fi, fj) -= w;
        add_along(block, fi, vq, -1, false);
      } else {
        MatrixD& block = link(q, p);
        block(fj, fi) -= w;
        add_along(block, vq, fi, -1);
      }
    }
  }
  const auto tangent_part = [&](Index o) {
    return form.diagonal[std::size_t(o)].bottomRightCorner(bases.dims(o), bases.dims(o));
  };
  double trace = 0;
  for (Index o = 0; o < bases.owners(); ++o) trace += tangent_part(o).trace();
  const double shift = ridge.absolute + ridge.relative * trace / std::max(1.0, double(bases.total()));
  for (Index o = 0; o < bases.owners(); ++o) add_to_diagonal(tangent_part(o), shift);
  return result;
}

void plan_free_form(MemoryPlan& plan, const Shape& shape, const TangentPlan& t) {
  const double rows = t.axes + shape.samples,
               each = t.axes_each + std::ceil(shape.samples / std::max(1.0, t.owners));
  plan.use(2 * 8 * shape.dims * t.axes + 8 * t.axes * t.axes_each + 16 * t.owners * t.links);
  plan.hold(block_bytes(t, rows, each) + 16 * shape.samples);
}

template FreeForm free_form(const Samples<float>&, const Graph&, const Owners&, TangentChoice, TangentRidge,
                            double, Monitor*);
template FreeForm free_form(const Samples<double>&, const Graph&, const Owners&, TangentChoice, TangentRidge,
                            double, Monitor*);

}  // namespace tanda
