// Tangent vectors of points that do not talk to each other, eliminated star by star.
#include <cmath>

#include "star.hpp"

namespace tanda {
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
MatrixD mix_of_span(const MatrixD& differences, const VectorD& weights, const Array<int>& listed,
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
Array<int> listed_edges(const Graph& graph, const Owners& owners, Index j) {
  const auto first = graph.to.begin() + graph.begin[std::size_t(j)],
             last = graph.to.begin() + graph.begin[std::size_t(j) + 1];
  Array<int> result;
  for (Index m = owners.begin[std::size_t(j)]; m < owners.begin[std::size_t(j) + 1]; ++m) {
    const int member = owners.members[std::size_t(m)];
    if (member == j) continue;
    const auto found = std::lower_bound(first, last, member);
    if (found == last || *found != member) return {};
    result.push_back(int(found - first));
  }
  return result;
}

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
                        const Array<char>& chosen, double scale, TangentChoice choice, double ridge,
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
      const Array<int> listed = listed_edges(graph, owners, j);
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

void plan_eliminate_points(MemoryPlan& plan, const Shape& shape, double neighbors) {
  // Stars, bases, and a panel of corrections with its packed copies.
  const bool few = few_samples(shape.samples, shape.dims);
  const double spread = few ? 8 * shape.samples * shape.samples : 0;
  plan.use(spread + 8 * shape.dims * (4 * double(panel_samples) + 6 * neighbors + 8));
}

template double eliminate_points(MatrixD&, const Samples<float>&, const Graph&, const Owners&,
                                 const Array<char>&, double, TangentChoice, double, Monitor&);
template double eliminate_points(MatrixD&, const Samples<double>&, const Graph&, const Owners&,
                                 const Array<char>&, double, TangentChoice, double, Monitor&);

}  // namespace tanda
