#include "tanda/geometry/elimination.hpp"

#include <cmath>
#include <numeric>
#include <tuple>

#include "tanda/linalg/dense.hpp"

namespace tanda {
namespace {

/// Edges of column j as differences (p×deg) and their weights.
template <class S>
void star_of(const Samples<S>& samples, const Graph& graph, Index j, MatrixD& differences, VectorD& weights) {
  const Index first = graph.begin[std::size_t(j)], degree = graph.begin[std::size_t(j) + 1] - first;
  reshape(differences, samples.dims(), degree);
  reshape(weights, degree);
  for (Index e = 0; e < degree; ++e) {
    samples.difference(graph.to[std::size_t(first + e)], j, differences.col(e).data());
    weights[e] = graph.weight[std::size_t(first + e)];
  }
}

double ridge_of(TangentRidge ridge, const BlockMatrix& s) {
  double rows = 0;
  for (const MatrixD& block : s.diagonal) rows += double(block.rows());
  return ridge.absolute + ridge.relative * s.trace() / std::max(1.0, rows);
}

/// Factors S_vv; one that is singular all the same gets the smallest ridge that helps.
bool factor_somehow(BlockCholesky<double>& factor, const BlockMatrix& s, TangentRidge ridge,
                    Monitor& monitor) {
  for (double extra = 0; extra < 1 && !monitor.cancelled(); extra = std::max(1e-12, extra * 100)) {
    if (factor.factor(s, ridge_of({ridge.absolute, ridge.relative + extra}, s), &monitor)) return true;
  }
  return false;
}

/// b −= pull·(S + ridge)⁻¹·pull' in single precision, where the ridge keeps S so well-conditioned that the
/// result is as good as the data. False if it does not.
bool eliminate_in_single(MatrixD& b, const BlockMatrix& s, double ridge, const MatrixD& pull,
                         Monitor& monitor) {
  constexpr double most_condition = 1000;
  const double unit = s.largest_row_sum();
  if (!(ridge * most_condition > unit)) return false;
  const double side = largest_magnitude(pull);
  if (!(unit > 1e-30 && unit < 1e30 && side > 1e-15 && side < 1e15)) return false;
  BlockCholesky<float> factor(s, &monitor);
  if (!monitor.afford(factor.bytes()) || !factor.factor(s, ridge, &monitor)) return false;
  Matrix<float> half = pull.cast<float>();
  factor.solve_half(half, &monitor);
  if (!all_finite(half)) return false;
  MatrixD panel;
  for (Index first = 0; first < half.cols(); first += panel_samples) {
    const Index size = std::min(panel_samples, half.cols() - first);
    if (!monitor.work(double(half.rows()) * double(half.rows()) * double(size))) return false;
    reshape(panel, half.rows(), size);
    for (Index j = 0; j < size; ++j) {
      for (Index i = 0; i < half.rows(); ++i) panel(i, j) = double(half(i, first + j));
    }
    add_square_lower(b, panel, -1);
  }
  return true;
}

/// a + value·I
void add_to_diagonal(Target<double> a, double value) {
  for (Index i = 0; i < a.rows; ++i) a.data[i * (a.stride + 1)] += value;
}

/// Adds both directions of an edge of the pair term: g W (‖v_p − A v_q‖² + ‖v_q − A'v_p‖²), A = T_p'T_q.
/// Gives the block between the two.
MatrixD add_pair(const MatrixD& a, double g, Target<double> from, Target<double> to) {
  add_product(from, a, a.transpose(), g);
  add_to_diagonal(from, g);
  add_product(to, a.transpose(), a, g);
  add_to_diagonal(to, g);
  return -2 * g * a;
}

}  // namespace

Owners point_owners(const NeighborLists& lists) {
  Owners owners;
  const Index n = lists.count();
  owners.of.resize(std::size_t(n));
  owners.begin.reserve(std::size_t(n) + 1);
  owners.begin.push_back(0);
  owners.members.reserve(std::size_t(n * (lists.width + 1)));
  for (Index i = 0; i < n; ++i) {
    owners.of[std::size_t(i)] = int(i);
    owners.members.push_back(int(i));
    for (const int* j = lists.begin(i); j != lists.end(i); ++j) {
      if (*j >= 0) owners.members.push_back(*j);
    }
    owners.begin.push_back(Index(owners.members.size()));
  }
  return owners;
}

Owners patch_owners(const std::vector<int>& patch) {
  Owners owners;
  owners.of = patch;
  Index count = 0;
  for (int p : patch) count = std::max<Index>(count, p + 1);
  owners.begin.assign(std::size_t(count) + 1, 0);
  for (int p : patch) ++owners.begin[std::size_t(p) + 1];
  for (std::size_t o = 1; o < owners.begin.size(); ++o) owners.begin[o] += owners.begin[o - 1];
  owners.members.resize(patch.size());
  std::vector<Index> next = owners.begin;
  for (std::size_t i = 0; i < patch.size(); ++i) {
    owners.members[std::size_t(next[std::size_t(patch[i])]++)] = int(i);
  }
  return owners;
}

Owners centre_owners(Owners patches) {
  patches.of.resize(std::size_t(patches.count()));
  std::iota(patches.of.begin(), patches.of.end(), 0);
  return patches;
}

BlockMatrix tangent_blocks(const TangentSystem& system, bool with_points, double pair_weight) {
  const TangentBases& bases = system.bases;
  BlockMatrix s;
  std::vector<int> node(std::size_t(bases.owners()), -1);
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

namespace {

/// R'⁻¹E'W (m×s) for a tangent basis: R'R = E'WE + ridge.
MatrixD mix_of_basis(const MatrixD& basis, const MatrixD& differences, const VectorD& weights, double ridge) {
  const MatrixD inside = product(basis.transpose(), differences);  // E'
  MatrixD mix = inside;
  scale_columns(mix, weights);
  MatrixD curvature = product(inside, mix.transpose());
  add_to_diagonal(curvature, ridge > 0 ? ridge : 1e-12 * curvature.trace() / double(basis.cols()));
  if (!cholesky(curvature)) return {};  // nothing varies along the tangent
  solve_triangle(curvature, mix);
  return mix;
}

/// The same for all axes: they span what the differences D to the listed neighbours span, and a ridge on the
/// tangent vector is one on D's coefficients measured by D'D. So no basis is needed. Empty when D has no full
/// rank, or nearly so.
MatrixD mix_of_span(const MatrixD& differences, const VectorD& weights, const std::vector<int>& listed,
                    double ridge) {
  const Index k = Index(listed.size());
  const MatrixD gram = product(differences.transpose(), differences);
  MatrixD inside(k, gram.cols());  // D'Δ
  for (Index j = 0; j < gram.cols(); ++j) {
    for (Index i = 0; i < k; ++i) inside(i, j) = gram(listed[std::size_t(i)], j);
  }
  MatrixD mix = inside;
  scale_columns(mix, weights);
  MatrixD curvature = product(inside, mix.transpose());
  for (Index j = 0; j < k; ++j) {
    for (Index i = j; i < k; ++i)
      curvature(i, j) += ridge * gram(listed[std::size_t(i)], listed[std::size_t(j)]);
  }
  if (!cholesky(curvature)) return {};
  double least = curvature(0, 0), most = least;
  for (Index i = 1; i < k; ++i) {
    least = std::min(least, curvature(i, i));
    most = std::max(most, curvature(i, i));
  }
  if (!(least > 1e-3 * most)) return {};
  solve_triangle(curvature, mix);
  return mix;
}

/// Where the members of owner j, but for j itself, are among the edges of j; empty if one is not.
std::vector<int> listed_edges(const Graph& graph, const Owners& owners, Index j) {
  const auto first = graph.to.begin() + graph.begin[std::size_t(j)],
             last = graph.to.begin() + graph.begin[std::size_t(j) + 1];
  std::vector<int> result;
  for (Index m = owners.begin[std::size_t(j)]; m < owners.begin[std::size_t(j) + 1]; ++m) {
    const int member = owners.members[std::size_t(m)];
    if (member == j) continue;
    const auto found = std::lower_bound(first, last, member);
    if (found == last || *found != member) return {};
    result.push_back(int(found - first));
  }
  return result;
}

}  // namespace

namespace {

/// With hardly more samples than dimensions, corrections are summed as XMX' of one M (n×n) that holds them
/// all: n d² instead of n m d².
bool few_samples(double samples, double dims) {
  return samples <= 1.25 * dims;
}

/// Adds −scale·gg' to the lower triangle of M, where Xg = Δ·mix' of the star of j: a row of g for each
/// neighbour, and what is left for j.
void add_star(MatrixD& m, const Graph& graph, Index j, const MatrixD& mix, double scale) {
  const Index first = graph.begin[std::size_t(j)], degree = mix.cols();
  MatrixD g(mix.rows(), degree + 1);
  g.leftCols(degree) = mix;
  g.col(degree) = -mix.rowwise().sum();
  const MatrixD square = product(g.transpose(), g);
  const auto node = [&](Index e) { return e < degree ? Index(graph.to[std::size_t(first + e)]) : j; };
  for (Index e = 0; e <= degree; ++e) {
    for (Index f = 0; f <= degree; ++f) {
      if (node(f) >= node(e)) m(node(f), node(e)) -= scale * square(f, e);
    }
  }
}

/// b += XMX' for the lower triangle of M, most of which is zero.
template <class S>
void add_spread(MatrixD& b, const Samples<S>& samples, MatrixD& m, Monitor& monitor) {
  fill_upper(m);
  add_scatter(b, samples, monitor, [&](Index i, ColumnSum<S>& sum) {
    for (Index j = 0; j < m.rows(); ++j) {
      if (m(j, i) != 0) sum.add(m(j, i), j);
    }
  });
}

}  // namespace

template <class S>
double eliminate_points(MatrixD& b, const Samples<S>& samples, const Graph& graph, const Owners& owners,
                        const std::vector<char>& chosen, double scale, TangentChoice choice, double ridge,
                        Monitor& monitor) {
  const Index n = samples.count();
  Index filled = 0, count = 0;
  double sum = 0, squares = 0;
  MatrixD spread;  // M
  const bool few = few_samples(double(n), double(samples.dims()));
  if (few) spread = MatrixD::Zero(n, n);
  MatrixD panel(samples.dims(), few ? 0 : panel_samples), differences;
  VectorD weights;
  const auto flush = [&] {
    add_square_lower(b, panel.leftCols(filled), -scale);
    filled = 0;
  };
  const bool all_axes = choice.dims == 0 && choice.energy >= 1 && ridge > 0;
  for (Index j = 0; j < n && (j % 256 != 0 || monitor.advance(double(j) / double(n))); ++j) {
    if (!chosen[std::size_t(j)]) continue;
    star_of(samples, graph, j, differences, weights);
    const double rows = double(samples.dims()), edges = double(weights.size());
    if (!monitor.work(rows * edges * (edges + rows))) break;
    double left = 0;  // for the error
    if (scale > 1) {
      const VectorD lengths = squared_lengths(differences);
      for (Index e = 0; e < lengths.size(); ++e) left += lengths[e] * weights[e];
    }
    ++count;
    if (weights.size() == 0) continue;
    MatrixD mix;
    if (all_axes) {
      const std::vector<int> listed = listed_edges(graph, owners, j);
      if (!listed.empty() && Index(listed.size()) <= samples.dims()) {
        mix = mix_of_span(differences, weights, listed, ridge);
      }
    }
    if (mix.size() == 0) {
      const MatrixD basis = tangent_basis(samples, owners.group(j), choice);
      if (basis.cols() > 0) mix = mix_of_basis(basis, differences, weights, ridge);
    }
    if (mix.size() > 0) {
      // F = Δ·(WE·R⁻¹); the correction is the sum of FF'.
      const Index m = mix.rows();
      if (few) add_star(spread, graph, j, mix, scale);
      if (filled + m > panel.cols()) flush();
      if (m > panel.cols()) reshape(panel, panel.rows(), m);
      auto f = panel.middleCols(filled, m);
      if (!few || scale > 1) set_product(f, differences, mix.transpose());
      if (scale > 1) left -= squared_length(f);
      if (!few) filled += m;
    }
    sum += left;
    squares += left * left;
  }
  flush();
  if (few) add_spread(b, samples, spread, monitor);
  if (scale <= 1 || count < 2 || !(sum > 0)) return 0;
  const double mean = sum / double(count), variance = std::max(0.0, squares / double(count) - mean * mean);
  return std::sqrt(variance / double(count) * (1 - 1 / scale)) / mean;
}

template <class S>
void eliminate_coupled(MatrixD& b, const Samples<S>& samples, const Graph& graph, const Classes& classes,
                       const Owners& owners, TangentChoice choice, TangentRidge ridge, double pair_weight,
                       Monitor& monitor, const Samples<S>* members) {
  for (Index c = 0; c < classes.count(); ++c) {
    if (!monitor.advance(double(c) / double(classes.count()))) return;
    TangentSystem system =
        tangent_system(samples, graph, owners, classes.first(c), classes.last(c), choice, &monitor, members);
    if (monitor.cancelled()) return;
    const BlockMatrix s = tangent_blocks(system, true, pair_weight);
    if (s.nodes() == 0) continue;
    system.bases.axes.resize(0, 0);
    if (sizeof(S) == sizeof(float) && eliminate_in_single(b, s, ridge_of(ridge, s), system.pull, monitor))
      continue;
    if (monitor.cancelled()) return;
    BlockCholesky<double> factor(s, &monitor);
    if (monitor.cancelled() || !monitor.afford(factor.bytes())) return;
    if (!factor_somehow(factor, s, ridge, monitor)) continue;
    factor.solve_half(system.pull, &monitor);
    if (monitor.cancelled()) return;
    add_square_lower(b, system.pull, -1);
  }
}

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
  std::vector<Index> inside(static_cast<std::size_t>(n));  // row of a sample's value in its node
  std::vector<Index> values(std::size_t(owners.count()), 0);
  for (Index i = 0; i < n; ++i) inside[std::size_t(i)] = values[std::size_t(owners.of[std::size_t(i)])]++;
  Index row = 0;
  std::vector<Index> begin;
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

void plan_eliminate_points(MemoryPlan& plan, const Shape& shape, double neighbors) {
  // Stars, bases, and a panel of corrections with its packed copies.
  const bool few = few_samples(shape.samples, shape.dims);
  const double spread = few ? 8 * shape.samples * shape.samples : 0;
  plan.use(spread + 8 * shape.dims * (4 * double(panel_samples) + 6 * neighbors + 8));
}

namespace {

/// Blocks of a system: those of the nodes and of the links between them, at most all.
double block_bytes(const TangentPlan& t, double rows, double rows_each) {
  const double links = std::min(rows * rows_each * t.links, rows * rows / 2);
  return 8 * (rows * rows_each + links) + 64 * t.owners * (1 + std::min(t.links, t.owners));
}

}  // namespace

void plan_eliminate_coupled(MemoryPlan& plan, const Shape& shape, const TangentPlan& t) {
  const double side = 8 * shape.dims * t.axes, own = 8 * t.axes * t.axes_each,
               edges = 16 * t.owners * t.links;
  plan.use(2 * side + own +
           edges);  // bases are made one by one, then put side by side; pulls come beside them
  plan.use(2 * side + own + edges + block_bytes(t, t.axes, t.axes_each));
  plan.hold_factor(dense_factor_bytes(t.axes));
  plan.use(side + own + edges + block_bytes(t, t.axes, t.axes_each));
  plan.use(side + packed_bytes(shape.dims, shape.dims, t.axes));
  plan.release_factor(dense_factor_bytes(t.axes));
}

void plan_free_form(MemoryPlan& plan, const Shape& shape, const TangentPlan& t) {
  const double rows = t.axes + shape.samples,
               each = t.axes_each + std::ceil(shape.samples / std::max(1.0, t.owners));
  plan.use(2 * 8 * shape.dims * t.axes + 8 * t.axes * t.axes_each + 16 * t.owners * t.links);
  plan.hold(block_bytes(t, rows, each) + 16 * shape.samples);
}

#define TANDA_INSTANTIATE(S)                                                                                \
  template TangentSystem tangent_system(const Samples<S>&, const Graph&, const Owners&, Index, Index,       \
                                        TangentChoice, Monitor*, const Samples<S>*);                        \
  template double eliminate_points(MatrixD&, const Samples<S>&, const Graph&, const Owners&,                \
                                   const std::vector<char>&, double, TangentChoice, double, Monitor&);      \
  template FreeForm free_form(const Samples<S>&, const Graph&, const Owners&, TangentChoice, TangentRidge,  \
                              double, Monitor*);                                                            \
  template void eliminate_coupled(MatrixD&, const Samples<S>&, const Graph&, const Classes&, const Owners&, \
                                  TangentChoice, TangentRidge, double, Monitor&, const Samples<S>*);
TANDA_INSTANTIATE(float)
TANDA_INSTANTIATE(double)
#undef TANDA_INSTANTIATE

}  // namespace tanda
