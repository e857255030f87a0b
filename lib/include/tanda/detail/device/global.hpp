// PCA, LDA, uncorrelated LDA and Laplacian LDA of statistics: the definitions of the hosted methods.
#pragma once

#include "tanda/detail/device/options.hpp"
#include "tanda/detail/device/target.hpp"
#include "tanda/detail/small/scatter.hpp"
#include "tanda/statistics.hpp"

namespace tanda::device {

namespace detail {

template <class Data, class T, int N>
void finish_mean(const Data& data, Scratch<T, N>& s) {
  for (int j = 0; j < s.dims(); ++j) s.mean[j] += T(data.origin()[j]);
}

/// Largest of (S_b, B), at most one direction less than there are classes.
template <class Data, class T, int N, class S>
Fitted discriminant(const Data& data, Scratch<T, N>& s, const Target<S>& out, small::Denominator denominator,
                    T ridge, Columns columns) {
  const small::Present<T> found = small::look_at(data, s, true);
  if (found.code != Code::ok) return {found.code, 0};
  small::fill_pencil(data, s, denominator);
  small::add_ridge(s.b, ridge);
  const int wanted = least(found.classes - 1, out.outputs);
  const int count = small::solve(s, End::largest, small::range_floor<typename Data::Scalar, T>(), wanted);
  finish_mean(data, s);
  return finish(s, count, columns, out);
}

}  // namespace detail

/// Largest of S_t/n.
template <class Data, class T, int N, class S>
Fitted fit_pca(const Data& data, Scratch<T, N> s, const Target<S>& out) {
  const small::Present<T> found = small::look_at(data, s, false);
  if (found.code != Code::ok) return {found.code, 0};
  small::clear(s.a);
  small::add_within(data, s.a);
  small::add_between(data, s, s.a);
  if (!small::eigenpairs(s.a, s.dims(), s.values, s.work, End::largest, s.dims()))
    return {Code::no_variation, 0};
  constexpr T floor = small::range_floor<typename Data::Scalar, T>();
  int rank = 0;
  while (rank < s.dims() && s.values[rank] > 0 && s.values[rank] > floor * s.values[0]) ++rank;
  for (int j = 0; j < s.dims(); ++j) s.values[j] /= found.samples;
  detail::finish_mean(data, s);
  return detail::finish(s, rank, Columns::b_normal, out);
}

/// Largest of (S_b, S_w + ridge·tr(S_w)/d·I).
template <class Data, class T, int N, class S>
Fitted fit_lda(const Data& data, Scratch<T, N> s, const Target<S>& out, LdaOptions<T> options = {}) {
  if (!in_range(options.ridge, T(1000))) return {Code::bad_parameter, 0};
  return detail::discriminant(data, s, out, small::Denominator::within, options.ridge, options.columns);
}

/// Largest of (S_b, S_t).
template <class Data, class T, int N, class S>
Fitted fit_ulda(const Data& data, Scratch<T, N> s, const Target<S>& out, UldaOptions options = {}) {
  return detail::discriminant(data, s, out, small::Denominator::total, T(0), options.columns);
}

/// W = (λS_w + S_t)⁺[√(n n_c)(m_c − m)], turned so that its columns come in the order of their lengths.
template <class Data, class T, int N, class S>
Fitted fit_laplda(const Data& data, Scratch<T, N> s, const Target<S>& out, LapldaOptions<T> options = {}) {
  if (!in_range(options.lambda, T(1e12))) return {Code::bad_parameter, 0};
  const small::Present<T> found = small::look_at(data, s, true);
  if (found.code != Code::ok) return {found.code, 0};
  const int d = s.dims();
  small::fill_pencil(data, s, small::Denominator::total);
  small::clear(s.a);
  if (options.lambda > 0) small::add_within(data, s.a);
  // F'S_tF = I and F'S_wF = diag(q), so W = F·diag(1/(1 + λq))·F'H; B's memory collects WW'.
  const int rank = small::solve(s, End::smallest, small::range_floor<typename Data::Scalar, T>(), d);
  if (rank <= 0) return {Code::no_variation, 0};
  small::clear(s.b);
  T* const inside = s.work.data() + d;
  for (int c = 0; c < data.classes(); ++c) {
    auto w = small::deviation(data, s, c);
    const T target_scale = root(found.samples * T(data.count(c)));
    for (int j = 0; j < rank; ++j) {
      const T q = s.values[j] > 0 ? s.values[j] : T(0);
      inside[j] = target_scale * small::dot(s.a.col(j), w) / (1 + options.lambda * q);
    }
    w.setZero();
    for (int j = 0; j < rank; ++j) small::add(w, inside[j], s.a.col(j));
    small::add_outer(s.b, T(1), w, w);
  }
  detail::finish_mean(data, s);
  if (!(small::trace(s.b, d) > 0)) {
    // Classes of equal means leave nothing to project on: the smoothest direction stands in.
    s.values[0] = 0;
    return detail::finish(s, 1, Columns::unit, out);
  }
  if (!small::eigenpairs(s.b, d, s.values, s.work, End::largest, d)) return {Code::no_variation, 0};
  const T floor = 64 * std::numeric_limits<T>::epsilon() * s.values[0];
  int count = 0;
  while (count < detail::least(d, found.classes - 1) && s.values[count] > floor) {
    s.values[count] = root(s.values[count]);
    for (int i = 0; i < d; ++i) s.a(i, count) = s.values[count] * s.b(i, count);
    ++count;
  }
  return detail::finish(s, count, Columns::b_normal, out);
}

/// The same for a projection and a workspace of fixed size.
template <class S, int D, int C, Scatter kept, std::size_t N, class T, std::size_t R>
Fitted fit_pca(const Statistics<S, D, C, kept>& data, FitMemory<N, T>& memory, Projection<S, N, R>& out) {
  return fit_into(out, [&](const Target<S>& to) { return fit_pca(data, memory.scratch(), to); });
}
template <class S, int D, int C, Scatter kept, std::size_t N, class T, std::size_t R>
Fitted fit_lda(const Statistics<S, D, C, kept>& data, FitMemory<N, T>& memory, Projection<S, N, R>& out,
               LdaOptions<T> options = {}) {
  return fit_into(out, [&](const Target<S>& to) { return fit_lda(data, memory.scratch(), to, options); });
}
template <class S, int D, int C, Scatter kept, std::size_t N, class T, std::size_t R>
Fitted fit_ulda(const Statistics<S, D, C, kept>& data, FitMemory<N, T>& memory, Projection<S, N, R>& out,
                UldaOptions options = {}) {
  return fit_into(out, [&](const Target<S>& to) { return fit_ulda(data, memory.scratch(), to, options); });
}
template <class S, int D, int C, Scatter kept, std::size_t N, class T, std::size_t R>
Fitted fit_laplda(const Statistics<S, D, C, kept>& data, FitMemory<N, T>& memory, Projection<S, N, R>& out,
                  LapldaOptions<T> options = {}) {
  return fit_into(out, [&](const Target<S>& to) { return fit_laplda(data, memory.scratch(), to, options); });
}

}  // namespace tanda::device
