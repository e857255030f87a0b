// Local tangent space discriminant analysis of samples in the caller's memory, computed in the caller's
// arena, with the tangent vectors eliminated: no matrix of the problem is larger than d×d.
#pragma once

#include "tanda/detail/device/local.hpp"

namespace tanda::device {

namespace detail {

/// Scratch memory for one tangent space: g points, at most k axes.
template <class T>
struct TangentMemory {
  Common<T> common;
  Table<T> patch;                  ///< d×g, then the basis
  Table<T> gram;                   ///< g×g
  Table<T> pull;                   ///< d×k
  Table<T> curvature;              ///< k×k
  small::Numbers<T> values, work;  ///< g, 2g

  TangentMemory(Arena& arena, int n, int d, int classes, const TsdOptions<T>& options)
      : TangentMemory(arena, n, d, classes, options, list_width(options.neighbors, n)) {}

 private:
  TangentMemory(Arena& arena, int n, int d, int classes, const TsdOptions<T>& options, int k)
      : common(arena, n, d, classes,
               list_width(options.neighbors > options.between ? options.neighbors : options.between, n)),
        patch(take(arena, d, k + 1), d, k + 1),
        gram(take(arena, k + 1, k + 1), k + 1, k + 1),
        pull(take(arena, d, k), d, k),
        curvature(take(arena, k, k), k, k),
        values(take(arena, k + 1, 1), k + 1),
        work(take(arena, k + 1, 2), 2 * (k + 1)) {}
  static T* take(Arena& arena, int rows, int columns) {
    return arena.take<T>(std::size_t(rows) * std::size_t(columns));
  }
};

/// PCA of a sample and its listed neighbours by their Gram matrix: the first columns of the patch become
/// orthonormal; returns their number, 0 if all points are duplicates. O(k² d)
template <class S, class T>
int tangent_basis(const Samples<S>& samples, TangentMemory<T>& m, const Lists& lists, int i,
                  const TsdOptions<T>& options) {
  const int size = lists.count(i) + 1, d = samples.dims;
  for (int k = 0; k < d; ++k) {
    T mean = 0;
    for (int p = 0; p < size; ++p) {
      m.patch(k, p) = T(samples[p == 0 ? i : lists.of(i)[p - 1]][k]) - T(samples[i][k]);
      mean += m.patch(k, p) / T(size);
    }
    for (int p = 0; p < size; ++p) m.patch(k, p) -= mean;
  }
  for (int q = 0; q < size; ++q) {
    for (int p = q; p < size; ++p) m.gram(p, q) = small::dot(m.patch.col(p), m.patch.col(q));
  }
  if (!small::eigenpairs(m.gram, size, m.values, m.work, End::largest, size)) return 0;
  const T floor = small::range_floor<T, T>() * m.values[0];
  int rank = 0;
  while (rank < least(size - 1, d) && m.values[rank] > 0 && m.values[rank] > floor) ++rank;
  const int kept =
      small::axes_kept(rank, options.tangent_dims, options.energy, [&](int k) { return m.values[k]; });
  // The patch times the axes, divided by their lengths, row by row in its own memory.
  for (int k = 0; k < d; ++k) {
    for (int p = 0; p < size; ++p) m.work[p] = m.patch(k, p);
    for (int q = 0; q < kept; ++q)
      m.patch(k, q) = small::loops::dot(m.work.data(), &m.gram(0, q), size) / root(T(m.values[q]));
  }
  return kept;
}

/// B −= ΔE (E'E + ridge)⁻¹ E'Δ' for the star of sample j, E = Δ'T: its tangent vector is eliminated.
template <class S, class T>
void eliminate_point(const Samples<S>& samples, TangentMemory<T>& m, const Lists& lists, int j, T ridge,
                     const TsdOptions<T>& options) {
  const int axes = tangent_basis(samples, m, lists, j, options), d = samples.dims;
  if (axes == 0) return;
  small::clear(m.pull);
  small::clear(m.curvature);
  small::Numbers<T> step(m.common.s.work.data(), d), inside(m.work.data(), axes);
  for_each_edge(lists, samples.count, j, [&](int i) {
    step.setZero();
    add_difference(samples, i, j, T(1), step.data());
    for (int q = 0; q < axes; ++q) inside[q] = small::dot(m.patch.col(q), step);
    for (int q = 0; q < axes; ++q) small::add(m.pull.col(q), inside[q], step);
    small::add_outer(m.curvature, T(1), inside, inside);
  });
  const T size = small::trace(m.curvature, axes), shift = ridge > 0 ? ridge : T(1e-12) * size / T(axes);
  for (int q = 0; q < axes; ++q) m.curvature(q, q) += shift;
  // Fails where nothing varies along the tangent.
  if (!(small::trace(m.curvature, axes) > 0) || !small::cholesky(m.curvature, axes, m.values.data())) return;
  for (int q = 0; q < axes; ++q) {
    const auto f = m.pull.col(q);
    for (int p = 0; p < q; ++p) small::add(m.pull.col(q), -m.curvature(q, p), m.pull.col(p));
    small::scale(m.pull.col(q), 1 / m.curvature(q, q));
    small::add_outer(m.common.s.b, T(-1), f, f);
  }
}

}  // namespace detail

template <class T>
std::size_t bytes_needed(const TsdOptions<T>& options, int n, int d, int classes) {
  Arena measure;
  detail::TangentMemory<T>(measure, n, d, classes, options);
  return with_alignment(measure);
}

/// max 2t'X L(Wb) X't against Σ_ij Ww_ij (t'Δ − w_j'T_j'Δ)² + γ(‖t‖² + Σ‖w_j‖²). O(n² d + n k d²)
template <class T = Real, class S>
Fitted fit_tsd(Arena& arena, const Samples<S>& samples, const Target<S>& out, TsdOptions<T> options = {}) {
  if (!detail::list_range(options.neighbors, 10000) || !detail::list_range(options.between, 1000000) ||
      !in_range(options.gamma, T(1e12)) || !in_range(options.energy, T(1)) || options.tangent_dims < 0)
    return {Code::bad_parameter, 0};
  if (const Code code = check_shape(samples); code != Code::ok) return {code, 0};
  const int n = samples.count, d = samples.dims;
  const Borrowed borrowed(arena);
  detail::TangentMemory<T> m(arena, n, d, samples.classes, options);
  if (!arena.fits()) return {Code::memory_limit, 0};
  Common<T>& c = m.common;
  if (const Code code = look_at(samples, c); code != Code::ok) return {code, 0};

  set_laplacian(samples, c, find_neighbors(samples, c, Scope::between, list_width(options.between, n)), T(2),
                c.s.a);
  const Lists within = find_neighbors(samples, c, Scope::within, list_width(options.neighbors, n));
  set_laplacian(samples, c, within, T(2), c.s.b);
  const T gamma = options.gamma * (options.absolute ? T(1) : small::trace(c.s.b, d) / T(d));
  for (int j = 0; j < n; ++j) detail::eliminate_point(samples, m, within, j, gamma, options);
  for (int k = 0; k < d; ++k) c.s.b(k, k) += gamma;
  return detail::solve_and_finish(c.s, options.columns, out);
}

}  // namespace tanda::device
