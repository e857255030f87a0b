// Local Fisher and marginal Fisher analysis of samples in the caller's memory, computed in the caller's
// arena, with the definitions, defaults, scaling and signs of the hosted methods.
#pragma once

#include <cmath>

#include "tanda/detail/device/samples.hpp"
#include "tanda/detail/small/local_rules.hpp"

namespace tanda::device {

namespace detail {

template <class T>
struct LfdaMemory {
  Common<T> common;
  T* scales;       ///< n local scales
  Table<T> means;  ///< d×C, of the centred classes

  LfdaMemory(Arena& arena, int n, int d, int classes, const LfdaOptions<T>& options)
      : common(arena, n, d, classes, list_width(options.neighbors, n)),
        scales(arena.take<T>(std::size_t(n))),
        means(arena.take<T>(std::size_t(d) * std::size_t(classes)), d, classes) {}
};

template <class T>
Common<T> take_mfa(Arena& arena, int n, int d, int classes, const MfaOptions<T>& options) {
  const int widest = options.neighbors > options.between ? options.neighbors : options.between;
  return Common<T>(arena, n, d, classes, list_width(widest, n));
}

template <class S, class T>
void fill_means(const Samples<S>& samples, LfdaMemory<T>& m) {
  small::clear(m.means);
  for (int i = 0; i < samples.count; ++i) {
    const int c = samples.labels[i];
    for (int k = 0; k < samples.dims; ++k)
      m.means(k, c) += (T(samples[i][k]) - m.common.s.mean[k]) / T(m.common.sizes[c]);
  }
}

/// The largest eigenpairs of the pencil, as many as the target has room for.
template <class S, class T>
Fitted solve_and_finish(Scratch<T>& s, Columns columns, const Target<S>& out) {
  return finish(s, small::solve(s, End::largest, small::range_floor<T, T>(), out.outputs), columns, out);
}

inline bool list_range(int neighbors, int most) {
  return neighbors >= 1 && neighbors <= most;
}

}  // namespace detail

/// The size of an arena that suffices for any alignment of its memory. T is the precision of the computation.
template <class T>
std::size_t bytes_needed(const LfdaOptions<T>& options, int n, int d, int classes) {
  Arena measure;
  detail::LfdaMemory<T>(measure, n, d, classes, options);
  return with_alignment(measure);
}
template <class T>
std::size_t bytes_needed(const MfaOptions<T>& options, int n, int d, int classes) {
  Arena measure;
  detail::take_mfa<T>(measure, n, d, classes, options);
  return with_alignment(measure);
}

/// Largest of (X L(Wb) X', X L(Ww) X'): Ww = A/n_c in class; S~b = S_t − Σ_c (n_c/n) S_c + Σ_c (1/n − 1/n_c)
/// X_c L(A_c) X_c'. O(n² d + n d²)
template <class T = Real, class S>
Fitted fit_lfda(Arena& arena, const Samples<S>& samples, const Target<S>& out, LfdaOptions<T> options = {}) {
  if (!detail::list_range(options.neighbors, 10000) || !in_range(options.ridge, T(1000)))
    return {Code::bad_parameter, 0};
  if (const Code code = check_shape(samples); code != Code::ok) return {code, 0};
  const int n = samples.count, d = samples.dims;
  const Borrowed borrowed(arena);
  detail::LfdaMemory<T> m(arena, n, d, samples.classes, options);
  if (!arena.fits()) return {Code::memory_limit, 0};
  Common<T>& c = m.common;
  if (const Code code = look_at(samples, c); code != Code::ok) return {code, 0};

  const Lists lists = find_neighbors(samples, c, Scope::within, list_width(options.neighbors, n));
  for (int i = 0; i < n; ++i) {
    const int last = lists.count(i);
    m.scales[i] = last > 0 ? root(squared_distance<T>(samples, i, lists.of(i)[last - 1])) : T(0);
  }
  detail::fill_means(samples, m);
  small::clear(c.s.a);
  small::clear(c.s.b);
  T *pulled = c.s.work.data(), *centred = pulled + d;
  for (int i = 0; i < n; ++i) {
    const int own = samples.labels[i];
    const T size = T(c.sizes[own]), part = size / T(n);
    start_row(samples, c.s, i);
    const auto pull = [&](int j) {
      const T weight = small::affinity(squared_distance<T>(samples, i, j), m.scales[i] * m.scales[j],
                                       [](T x) { return std::exp(x); });
      add_difference(samples, i, j, weight, pulled);
    };
    if (options.sparse) {
      for_each_edge(lists, n, i, pull);
    } else {
      for (int j = 0; j < n; ++j) {
        if (j != i && samples.labels[j] == own) pull(j);
      }
    }
    add_row(c.s.b, 1 / size, c.s);
    for (int k = 0; k < d; ++k)
      pulled[k] = (1 / T(n) - 1 / size) * pulled[k] + (1 - part) * centred[k] + part * m.means(k, own);
    add_row(c.s.a, T(1), c.s);
  }
  small::add_ridge(c.s.b, options.ridge);
  return detail::solve_and_finish(c.s, options.columns, out);
}

/// Largest of (X L(Wp) X', X L(Ww) X'), graphs of the nearest in other classes and in the own. O(n² d + n d²)
template <class T = Real, class S>
Fitted fit_mfa(Arena& arena, const Samples<S>& samples, const Target<S>& out, MfaOptions<T> options = {}) {
  if (!detail::list_range(options.neighbors, 10000) || !detail::list_range(options.between, 1000000) ||
      !in_range(options.ridge, T(1000)))
    return {Code::bad_parameter, 0};
  if (const Code code = check_shape(samples); code != Code::ok) return {code, 0};
  const int n = samples.count;
  const Borrowed borrowed(arena);
  Common<T> c = detail::take_mfa<T>(arena, n, samples.dims, samples.classes, options);
  if (!arena.fits()) return {Code::memory_limit, 0};
  if (const Code code = look_at(samples, c); code != Code::ok) return {code, 0};

  Lists lists = find_neighbors(samples, c, Scope::between, list_width(options.between, n));
  set_laplacian(samples, c, lists, T(1), c.s.a);
  lists = find_neighbors(samples, c, Scope::within, list_width(options.neighbors, n));
  set_laplacian(samples, c, lists, T(1), c.s.b);
  small::add_ridge(c.s.b, options.ridge);
  return detail::solve_and_finish(c.s, options.columns, out);
}

}  // namespace tanda::device
