// PCA, LDA, uncorrelated LDA and Laplacian LDA of a summary: the definitions of the hosted methods.
#pragma once

#include "tanda/device/statistics.hpp"

namespace tanda::device {

struct LdaOptions {
  double ridge = 0.1;
  Columns columns = Columns::b_normal;
};
struct UldaOptions {
  Columns columns = Columns::b_normal;
};
/// The graph is that of the classes, 1/n_c between all members of one: X L X' is the scatter within.
struct LapldaOptions {
  double lambda = 1;
};

/// Largest of S_t/n.
template <class S, class T>
Fitted fit_pca(const Summary<S>& data, const Scratch<T>& s, const Target<S>& out) {
  const detail::Present<T> found = detail::look_at(data, s, false);
  if (found.code != Code::ok) return {found.code, 0};
  fill(s.a, T(0));
  detail::add_within(data, s.a);
  detail::add_between(data, s, s.a);
  if (!eigen_from(s.a, End::largest, s.values, s.work)) return {Code::no_variation, 0};
  int rank = 0;
  while (rank < s.dims() && s.values[rank] > 0 && s.values[rank] > range_floor<S, T>() * s.values[0]) ++rank;
  for (int j = 0; j < s.dims(); ++j) s.values[j] /= found.samples;
  detail::finish_mean(data, s);
  return detail::finish(s, rank, Columns::b_normal, out);
}

/// Largest of (S_b, S_w + ridge·tr(S_w)/d·I).
template <class S, class T>
Fitted fit_lda(const Summary<S>& data, const Scratch<T>& s, const Target<S>& out, LdaOptions options = {}) {
  if (!in_range(options.ridge, 1000)) return {Code::bad_parameter, 0};
  const detail::Present<T> found = detail::look_at(data, s, true);
  if (found.code != Code::ok) return {found.code, 0};
  detail::fill_pencil(data, s, false);
  detail::add_ridge(s.b, options.ridge);
  const int rank = solve(s, End::largest, range_floor<S, T>());
  detail::finish_mean(data, s);
  return detail::finish(s, detail::least(rank, found.classes - 1), options.columns, out);
}

/// Largest of (S_b, S_t).
template <class S, class T>
Fitted fit_ulda(const Summary<S>& data, const Scratch<T>& s, const Target<S>& out, UldaOptions options = {}) {
  const detail::Present<T> found = detail::look_at(data, s, true);
  if (found.code != Code::ok) return {found.code, 0};
  detail::fill_pencil(data, s, true);
  const int rank = solve(s, End::largest, range_floor<S, T>());
  detail::finish_mean(data, s);
  return detail::finish(s, detail::least(rank, found.classes - 1), options.columns, out);
}

/// W = (λS_w + S_t)⁺[√(n n_c)(m_c − m)], turned so that its columns come in the order of their lengths.
template <class S, class T>
Fitted fit_laplda(const Summary<S>& data, const Scratch<T>& s, const Target<S>& out,
                  LapldaOptions options = {}) {
  if (!in_range(options.lambda, 1e12)) return {Code::bad_parameter, 0};
  const detail::Present<T> found = detail::look_at(data, s, true);
  if (found.code != Code::ok) return {found.code, 0};
  const int d = s.dims();
  detail::fill_pencil(data, s, true);
  fill(s.a, T(0));
  if (options.lambda > 0) detail::add_within(data, s.a);
  // F'S_tF = I and F'S_wF = diag(q), so W = F·diag(1/(1 + λq))·F'H; B's memory collects WW'.
  const int rank = solve(s, End::smallest, range_floor<S, T>());
  if (rank <= 0) return {Code::no_variation, 0};
  fill(s.b, T(0));
  T *w = s.work, *inside = s.work + d;
  for (int c = 0; c < data.classes; ++c) {
    detail::deviation(data, s.mean, c, w);
    const T target_scale = root(found.samples * T(data.counts[c]));
    for (int j = 0; j < rank; ++j) {
      const T q = s.values[j] > 0 ? s.values[j] : T(0);
      inside[j] = target_scale * dot(s.a.column(j), w, d) / (1 + T(options.lambda) * q);
    }
    for (int i = 0; i < d; ++i) w[i] = 0;
    for (int j = 0; j < rank; ++j) add_scaled(w, inside[j], s.a.column(j), d);
    add_outer(s.b, T(1), w, w);
  }
  detail::finish_mean(data, s);
  if (!(trace(s.b) > 0)) {
    // Classes of equal means leave nothing to project on: the smoothest direction stands in.
    s.values[0] = 0;
    return detail::finish(s, 1, Columns::unit, out);
  }
  if (!eigen_from(s.b, End::largest, s.values, s.work)) return {Code::no_variation, 0};
  const T floor = 64 * std::numeric_limits<T>::epsilon() * s.values[0];
  int count = 0;
  while (count < detail::least(d, found.classes - 1) && s.values[count] > floor) {
    s.values[count] = root(s.values[count]);
    for (int i = 0; i < d; ++i) s.a(i, count) = s.values[count] * s.b(i, count);
    ++count;
  }
  return detail::finish(s, count, Columns::b_normal, out);
}

}  // namespace tanda::device
