// Local tangent space discriminant analysis of samples in the caller's memory, worked out in the caller's
// arena, with the tangent vectors eliminated: d×d is all there ever is.
#pragma once

#include "tanda/device/local.hpp"

namespace tanda::device {

struct TsdOptions {
  int neighbors = 5;      ///< same-class neighbours of each sample
  int between = 5;        ///< other-class neighbours of each sample
  double gamma = 0.1;     ///< ridge on the direction and the tangent vectors, in units of tr(S)/d
  int tangent_dims = 0;   ///< of the tangent spaces; 0 = by energy
  double energy = 1;      ///< part of the local variance the tangent spaces hold
  bool absolute = false;  ///< gamma as printed in the paper
  Columns columns = Columns::b_normal;
};

namespace detail {

/// What one tangent space is made in: g points, at most k axes.
template <class T>
struct TangentMemory {
  Common<T> common;
  Block<T> patch;      ///< d×g, then the basis
  Block<T> gram;       ///< g×g
  Block<T> pull;       ///< d×k
  Block<T> curvature;  ///< k×k
  T *values, *work;    ///< g, 2g

  static TangentMemory take(Arena& arena, int n, int d, int classes, const TsdOptions& options) {
    const int widest = options.neighbors > options.between ? options.neighbors : options.between;
    const int k = list_width(options.neighbors, n), g = k + 1;
    const std::size_t axes = std::size_t(k), points = std::size_t(g), dims = std::size_t(d);
    TangentMemory m;
    m.common = Common<T>::take(arena, n, d, classes, list_width(widest, n));
    m.patch = {arena.take<T>(dims * points), d, g, d};
    m.gram = square(arena.take<T>(points * points), g);
    m.pull = {arena.take<T>(dims * axes), d, k, d};
    m.curvature = square(arena.take<T>(axes * axes), k);
    m.values = arena.take<T>(points);
    m.work = arena.take<T>(2 * points);
    return m;
  }
};

/// How many of the leading eigenvalues (ascending) the options keep.
template <class T>
int axes_kept(const T* values, int size, int rank, const TsdOptions& options) {
  if (options.tangent_dims > 0) return least(options.tangent_dims, rank);
  T total = 0, sum = 0;
  for (int k = size - rank; k < size; ++k) total += values[k];
  const T goal = T(options.energy) * total * T(1 - 1e-12);
  int kept = 0;
  while (kept < rank && sum < goal) sum += values[size - ++kept];
  return kept;
}

/// PCA of a sample and its listed neighbours, on the sample side: orthonormal columns, none for duplicates of
/// one point. O(k² d)
template <class S, class T>
Block<T> tangent_basis(const Samples<S>& samples, const TangentMemory<T>& m, const Lists& lists, int i,
                       const TsdOptions& options) {
  const int size = lists.count(i) + 1, d = samples.dims;
  const Block<T> patch = m.patch.leading(d, size), gram{m.gram.at, size, size, size};
  for (int k = 0; k < d; ++k) {
    T mean = 0;
    for (int p = 0; p < size; ++p) {
      patch(k, p) = T(samples[p == 0 ? i : lists.of(i)[p - 1]][k]) - T(samples[i][k]);
      mean += patch(k, p) / T(size);
    }
    for (int p = 0; p < size; ++p) patch(k, p) -= mean;
  }
  for (int q = 0; q < size; ++q) {
    for (int p = q; p < size; ++p) gram(p, q) = dot(patch.column(p), patch.column(q), d);
  }
  if (!symmetric_eigen(gram, m.values, m.work)) return patch.leading(d, 0);
  const T floor = range_floor<T, T>() * m.values[size - 1];
  const int most = least(size - 1, d);
  int rank = 0;
  while (rank < most && m.values[size - 1 - rank] > 0 && m.values[size - 1 - rank] > floor) ++rank;
  const int kept = axes_kept(m.values, size, rank, options);
  const Block<T> axes{gram.column(size - kept), size, kept, size};
  for (int q = 0; q < kept; ++q) {
    const T scale = 1 / root(m.values[size - kept + q]);
    for (int p = 0; p < size; ++p) axes(p, q) *= scale;
  }
  times_in_place(patch, axes, m.work);
  return patch.leading(d, kept);
}

/// B −= ΔE (E'E + ridge)⁻¹ E'Δ' for the star of sample j, E = Δ'T: its tangent vector is eliminated.
template <class S, class T>
void eliminate_point(const Samples<S>& samples, const TangentMemory<T>& m, const Lists& lists, int j, T ridge,
                     const TsdOptions& options) {
  const Block<T> basis = tangent_basis(samples, m, lists, j, options);
  const int d = samples.dims, axes = basis.columns;
  if (axes == 0) return;
  const Block<T> pull = m.pull.leading(d, axes), curvature{m.curvature.at, axes, axes, axes};
  fill(pull, T(0));
  fill(curvature, T(0));
  T *step = m.common.s.work, *inside = m.work;
  for_each_edge(lists, samples.count, j, [&](int i) {
    difference(samples, i, j, step);
    for (int q = 0; q < axes; ++q) inside[q] = dot(basis.column(q), step, d);
    for (int q = 0; q < axes; ++q) add_scaled(pull.column(q), inside[q], step, d);
    add_outer(curvature, T(1), inside, inside);
  });
  const T shift = ridge > 0 ? ridge : T(1e-12) * trace(curvature) / T(axes);
  for (int q = 0; q < axes; ++q) curvature(q, q) += shift;
  // Fails where nothing varies along the tangent.
  if (!(trace(curvature) > 0) || !factor(curvature, m.values, T(0))) return;
  for (int q = 0; q < axes; ++q) {
    T* f = pull.column(q);
    for (int p = 0; p < q; ++p) add_scaled(f, -curvature(q, p), pull.column(p), d);
    for (int k = 0; k < d; ++k) f[k] /= curvature(q, q);
    add_outer(m.common.s.b, T(-1), f, f);
  }
}

}  // namespace detail

template <class T = double>
std::size_t bytes_needed(const TsdOptions& options, int n, int d, int classes) {
  Arena measure;
  detail::TangentMemory<T>::take(measure, n, d, classes, options);
  return with_alignment(measure);
}

/// max 2t'X L(Wb) X't against Σ_ij Ww_ij (t'Δ − w_j'T_j'Δ)² + γ(‖t‖² + Σ‖w_j‖²). O(n² d + n k d²)
template <class T = double, class S>
Fitted fit_tsd(Arena& arena, const Samples<S>& samples, const Target<S>& out, TsdOptions options = {}) {
  if (!detail::list_range(options.neighbors, 10000) || !detail::list_range(options.between, 1000000) ||
      !in_range(options.gamma, 1e12) || !in_range(options.energy, 1) || options.tangent_dims < 0)
    return {Code::bad_parameter, 0};
  if (const Code code = check_shape(samples); code != Code::ok) return {code, 0};
  const int n = samples.count, d = samples.dims;
  const Borrowed borrowed(arena);
  const auto m = detail::TangentMemory<T>::take(arena, n, d, samples.classes, options);
  if (!arena.fits()) return {Code::memory_limit, 0};
  const Common<T>& c = m.common;
  if (const Code code = look_at(samples, c); code != Code::ok) return {code, 0};

  fill(c.s.a, T(0));
  fill(c.s.b, T(0));
  add_laplacian(samples, c, find_neighbors(samples, c, Scope::between, list_width(options.between, n)), T(2),
                c.s.a);
  const Lists within = find_neighbors(samples, c, Scope::within, list_width(options.neighbors, n));
  add_laplacian(samples, c, within, T(2), c.s.b);
  const T gamma = T(options.gamma) * (options.absolute ? T(1) : trace(c.s.b) / T(d));
  for (int j = 0; j < n; ++j) detail::eliminate_point(samples, m, within, j, gamma, options);
  for (int k = 0; k < d; ++k) c.s.b(k, k) += gamma;
  return detail::finish(c.s, solve(c.s, End::largest, range_floor<T, T>()), options.columns, out);
}

}  // namespace tanda::device
