// Eliminating tangent vectors of points without a pair term, one point with its edges (a star) at a time.
#include <cmath>

#include "star.hpp"

namespace tanda::internal {
namespace {

/// R'⁻¹E'W (m×s) for a tangent basis: R'R = E'WE + ridge.
MatrixD mix_of_basis(const MatrixD& basis, const Star& star, double ridge) {
  Workspace* const w = basis.home();
  MatrixD mix(w, basis.cols(), star.size());
  const MatrixD inside = product(basis.transpose(), star.differences(), w);  // E'
  mix = inside;
  scale_columns(mix, star.weights());
  MatrixD curvature = product(inside, mix.transpose(), w);
  if (measuring(w)) return mix;
  add_to_diagonal(curvature, ridge > 0 ? ridge : 1e-12 * curvature.trace() / double(basis.cols()));
  if (!cholesky(curvature)) return MatrixD::in(w);  // nothing varies along the tangent
  solve_triangle(curvature, mix);
  return mix;
}

/// The rows of Δ'Δ that are listed. A star with very many edges is done some columns at a time.
void set_listed_rows(MatrixD& rows, const Star& star, const Array<int>& listed) {
  constexpr Index at_once = 1024, at_a_time = 64;
  Workspace* const w = rows.home();
  const auto differences = star.differences();
  const Index edges = star.size();
  for (Index first = 0, size = 0; first < edges; first += size) {
    const Index left = edges - first;
    size = edges <= at_once || left < 2 * at_a_time ? left : at_a_time;
    if (measuring(w)) {  // stars with fewer edges than this one are covered too
      { const MatrixD whole(w, std::min(edges, at_once), std::min(edges, at_once)); }
      { const MatrixD part(w, edges, std::min(edges, 2 * at_a_time)); }
      return library_product(w, edges, std::min(edges, at_once), differences.rows(), sizeof(double));
    }
    const MatrixD gram = product(differences.transpose(), differences.middleCols(first, size), w);
    for (Index j = 0; j < size; ++j) {
      for (Index i = 0; i < rows.rows(); ++i) rows(i, first + j) = gram(listed[std::size_t(i)], j);
    }
  }
}

/// The same for tangent spaces with all axes. They are spanned by the differences D to the listed neighbours,
/// and a ridge on the tangent vector equals one on D's coefficients measured by D'D; so no basis is needed.
/// Empty when D does not have full rank, or nearly so.
MatrixD mix_of_span(const Star& star, const Array<int>& listed, double ridge) {
  Workspace* const w = listed.home();
  const Index k = Index(listed.size());
  MatrixD mix(w, k, star.size()), inside(w, k, star.size());  // inside: D'Δ
  set_listed_rows(inside, star, listed);
  mix = inside;
  scale_columns(mix, star.weights());
  MatrixD curvature = product(inside, mix.transpose(), w);
  if (measuring(w)) return mix;
  for (Index j = 0; j < k; ++j) {
    for (Index i = j; i < k; ++i) curvature(i, j) += ridge * inside(i, listed[std::size_t(j)]);
  }
  if (!cholesky(curvature)) return MatrixD::in(w);
  double least = curvature(0, 0), most = least;
  for (Index i = 1; i < k; ++i) {
    least = std::min(least, curvature(i, i));
    most = std::max(most, curvature(i, i));
  }
  if (!(least > 1e-3 * most)) return MatrixD::in(w);
  solve_triangle(curvature, mix);
  return mix;
}

/// The positions of the members of owner j, except j itself, among the edges of j; empty if one is no edge.
void list_edges(const Graph& graph, const Owners& owners, Index j, Array<int>& listed) {
  const int *const first = graph.to.begin() + graph.begin[std::size_t(j)],
                   *const last = graph.to.begin() + graph.begin[std::size_t(j) + 1];
  listed.clear();
  for (const int member : owners.group(j)) {
    if (member == j) continue;
    const int* const found = std::lower_bound(first, last, member);
    if (found == last || *found != member) return listed.clear();
    listed.push_back(int(found - first));
  }
}

/// With hardly more samples than dimensions, the corrections are summed as XMX' with one M (n×n) for all of
/// them: n d² instead of n m d².
bool few_samples(double samples, double dims) {
  return samples <= 1.25 * dims;
}

/// Adds −scale·gg' to the lower triangle of M, where Xg = Δ·mix' of the star of j: a row of g for each
/// neighbour, and the negative sum of these for j.
void add_star(MatrixD& m, const Graph& graph, Index j, const MatrixD& mix, double scale) {
  Workspace* const w = m.home();
  const Index degree = mix.cols();
  MatrixD g(w, mix.rows(), degree + 1);
  if (!measuring(w)) {
    g.leftCols(degree) = mix;
    g.col(degree) = -mix.rowwise().sum();
  }
  const MatrixD square = product(g.transpose(), g, w);
  if (measuring(w)) return;
  const Index first = graph.begin[std::size_t(j)];
  const auto node = [&](Index e) { return e < degree ? Index(graph.to[std::size_t(first + e)]) : j; };
  for (Index e = 0; e <= degree; ++e) {
    for (Index f = 0; f <= degree; ++f) {
      if (node(f) >= node(e)) m(node(f), node(e)) -= scale * square(f, e);
    }
  }
}

/// b += XMX' for the lower triangle of M, which is sparse.
template <class S>
void add_spread(MatrixD& b, const Samples<S>& samples, MatrixD& m, Monitor& monitor) {
  fill_upper(m);
  add_scatter(b, samples, monitor, [&m](Index i, ColumnSum<S>& sum) {
    for (Index j = 0; j < m.rows(); ++j) {
      if (m(j, i) != 0) sum.add(m(j, i), j);
    }
  });
}

/// Counts one star of the largest possible size, both ways of eliminating it.
template <class S>
void measure_star(MatrixD& spread, const Samples<S>& samples, const Graph& graph, const Owners& owners,
                  TangentChoice choice, bool all_axes, Star& star, Array<int>& listed) {
  star.fill();
  { const VectorD lengths = squared_lengths(star.differences(), samples.home()); }
  listed.resize(std::size_t(std::clamp<Index>(owners.most - 1, 0, samples.dims())));
  if (all_axes) {
    const MatrixD mix = mix_of_span(star, listed, 1);
    if (spread.size() > 0) add_star(spread, graph, 0, mix, 1);
  }
  MatrixD mix = MatrixD::in(samples.home());
  {
    const MatrixD basis = tangent_basis(samples, Span<int>{nullptr, owners.most}, choice);
    mix = mix_of_basis(basis, star, 1);
  }
  if (spread.size() > 0) add_star(spread, graph, 0, mix, 1);
  library_product(samples.home(), samples.dims(), mix.rows(), mix.cols(), sizeof(double));
}

}  // namespace

template <class S>
double eliminate_points(MatrixD& b, const Samples<S>& samples, const Graph& graph, const Owners& owners,
                        const Array<char>& chosen, double scale, TangentChoice choice, double ridge,
                        Monitor& monitor, Index most_edges_of_one) {
  Workspace* const w = samples.home();
  const Index n = samples.count(), p = samples.dims();
  if (!measuring(w)) {
    most_edges_of_one = most_edges(graph, 0, n);
  } else if (most_edges_of_one == 0) {
    most_edges_of_one = std::max<Index>(0, n - 1);
  }
  const Index most_axes = axes_at_most(owners.most, p, choice);
  Index filled = 0, count = 0;
  double sum = 0, squares = 0;
  MatrixD spread = MatrixD::in(w);  // M
  const bool few = few_samples(double(n), double(p));
  if (few) {
    spread = MatrixD(w, n, n);
    if (!measuring(w)) spread.setZero();
  }
  const bool all_axes = choice.dims == 0 && choice.energy >= 1 && (ridge > 0 || measuring(w));
  Index columns = few ? 0 : panel_samples;  // columns the panel holds before it is added to b
  {
    MatrixD panel(w, p, std::max(columns, most_axes));
    Star star(w, p, most_edges_of_one);
    Array<int> listed(w);
    listed.reserve(std::size_t(owners.most));
    library_product(w, p, p, panel.cols(), sizeof(double));
    if (measuring(w)) measure_star(spread, samples, graph, owners, choice, all_axes, star, listed);
    const auto flush = [&] {
      add_square_lower(b, panel.leftCols(filled), -scale);
      filled = 0;
    };
    const Index stars = measuring(w) ? 0 : n;
    for (Index j = 0; j < stars && (j % 256 != 0 || monitor.advance(double(j) / double(n))); ++j) {
      if (!chosen[std::size_t(j)]) continue;
      star.set(samples, graph, j);
      const double rows = double(p), edges = double(star.size());
      if (!monitor.work(rows * edges * (edges + rows))) break;
      double left = 0;  // the trace of this star after the correction, for the error estimate
      if (scale > 1) {
        const VectorD lengths = squared_lengths(star.differences(), w);
        for (Index e = 0; e < lengths.size(); ++e) left += lengths[e] * star.weights()[e];
      }
      ++count;
      if (star.size() == 0) continue;
      MatrixD mix = MatrixD::in(w);
      if (all_axes) {
        list_edges(graph, owners, j, listed);
        if (!listed.empty() && Index(listed.size()) <= p) mix = mix_of_span(star, listed, ridge);
      }
      if (mix.size() == 0) {
        const MatrixD basis = tangent_basis(samples, owners.group(j), choice);
        if (basis.cols() > 0) mix = mix_of_basis(basis, star, ridge);
      }
      if (mix.size() > 0) {
        // F = Δ·(WE·R⁻¹); the correction is the sum of FF'.
        const Index m = mix.rows();
        if (few) add_star(spread, graph, j, mix, scale);
        if (filled + m > columns) flush();
        columns = std::max(columns, m);
        auto f = panel.middleCols(filled, m);
        if (!few || scale > 1) set_product(f, star.differences(), mix.transpose());
        if (scale > 1) left -= squared_length(f);
        if (!few) filled += m;
      }
      sum += left;
      squares += left * left;
    }
    if (!measuring(w)) flush();
  }
  if (few) add_spread(b, samples, spread, monitor);
  if (scale <= 1 || count < 2 || !(sum > 0)) return 0;
  const double mean = sum / double(count), variance = std::max(0.0, squares / double(count) - mean * mean);
  return std::sqrt(variance / double(count) * (1 - 1 / scale)) / mean;
}

template double eliminate_points(MatrixD&, const Samples<float>&, const Graph&, const Owners&,
                                 const Array<char>&, double, TangentChoice, double, Monitor&, Index);
template double eliminate_points(MatrixD&, const Samples<double>&, const Graph&, const Owners&,
                                 const Array<char>&, double, TangentChoice, double, Monitor&, Index);

}  // namespace tanda::internal
