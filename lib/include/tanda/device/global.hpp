// PCA, LDA, uncorrelated LDA and Laplacian LDA of statistics: the definitions of the hosted methods.
#pragma once

#include "tanda/data/statistics.hpp"
#include "tanda/device/target.hpp"

namespace tanda::device {

template <class T = Real>
struct LdaOptions {
  T ridge = T(0.1);
  Columns columns = Columns::b_normal;
};
struct UldaOptions {
  Columns columns = Columns::b_normal;
};
/// The graph is that of the classes, 1/n_c between all members of one: X L X' is the scatter within.
template <class T = Real>
struct LapldaOptions {
  T lambda = 1;
};

namespace detail {

/// What all fits ask first: how much has been seen, of how many classes.
template <class T>
struct Present {
  Code code = Code::ok;
  T samples = 0;
  int classes = 0;
};

/// Counts, and takes the mean, from the origin.
template <class Data, class T, int N>
Present<T> look_at(const Data& data, Scratch<T, N>& s, bool supervised) {
  Present<T> found;
  if (data.dims() != s.dims()) {
    found.code = Code::wrong_shape;
    return found;
  }
  s.mean.setZero();
  bool several = false;  // samples of one class, however little of their weight is left
  for (int c = 0; c < data.classes(); ++c) {
    const T count = T(data.count(c));
    found.samples += count;
    found.classes += count > 0;
    several |= count > 1;
    for (int j = 0; j < s.dims(); ++j) s.mean[j] += count * T(data.mean(c)[j]);
  }
  for (int k = 0; k < data.matrices() && !several; ++k) several = (data.scatter(k).array() != 0).any();
  small::scale(s.mean, 1 / found.samples);
  if (found.classes == 0) {
    found.code = Code::empty_data;
  } else if (found.classes == 1) {
    found.code = !several ? Code::too_few_samples : supervised ? Code::one_class : Code::ok;
  } else if (supervised && !several) {
    found.code = Code::too_few_samples;
  }
  return found;
}

/// m_c − m, in the first half of the work space.
template <class Data, class T, int N>
small::Numbers<T> deviation(const Data& data, Scratch<T, N>& s, int c) {
  for (int j = 0; j < s.dims(); ++j) s.work[j] = T(data.mean(c)[j]) - s.mean[j];
  return {s.work.data(), s.dims()};
}

/// M += S_w
template <class Data, class M>
void add_within(const Data& data, M& m) {
  for (int k = 0; k < data.matrices(); ++k) data.add_scatter(k, m);
}

/// M += S_b = Σ n_c (m_c − m)(m_c − m)'
template <class Data, class T, int N, class M>
void add_between(const Data& data, Scratch<T, N>& s, M& m) {
  for (int c = 0; c < data.classes(); ++c) {
    const auto difference = deviation(data, s, c);
    small::add_outer(m, T(data.count(c)), difference, difference);
  }
}

template <class M>
void clear(M& m) {
  small::Numbers<small::ScalarOf<M>>(m.data(), m.size()).setZero();
}

enum class Denominator : unsigned char { within, total };

/// A becomes S_b; B becomes S_w, or S_t.
template <class Data, class T, int N>
void fill_pencil(const Data& data, Scratch<T, N>& s, Denominator denominator) {
  clear(s.a);
  clear(s.b);
  add_between(data, s, s.a);
  if (denominator == Denominator::total) add_between(data, s, s.b);
  add_within(data, s.b);
}

template <class Data, class T, int N>
void finish_mean(const Data& data, Scratch<T, N>& s) {
  for (int j = 0; j < s.dims(); ++j) s.mean[j] += T(data.origin()[j]);
}

/// Largest of (S_b, B), at most one direction less than there are classes.
template <class Data, class T, int N, class S>
Fitted discriminant(const Data& data, Scratch<T, N>& s, const Target<S>& out, Denominator denominator,
                    T ridge, Columns columns) {
  const Present<T> found = look_at(data, s, true);
  if (found.code != Code::ok) return {found.code, 0};
  fill_pencil(data, s, denominator);
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
  const detail::Present<T> found = detail::look_at(data, s, false);
  if (found.code != Code::ok) return {found.code, 0};
  detail::clear(s.a);
  detail::add_within(data, s.a);
  detail::add_between(data, s, s.a);
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
  return detail::discriminant(data, s, out, detail::Denominator::within, options.ridge, options.columns);
}

/// Largest of (S_b, S_t).
template <class Data, class T, int N, class S>
Fitted fit_ulda(const Data& data, Scratch<T, N> s, const Target<S>& out, UldaOptions options = {}) {
  return detail::discriminant(data, s, out, detail::Denominator::total, T(0), options.columns);
}

/// W = (λS_w + S_t)⁺[√(n n_c)(m_c − m)], turned so that its columns come in the order of their lengths.
template <class Data, class T, int N, class S>
Fitted fit_laplda(const Data& data, Scratch<T, N> s, const Target<S>& out, LapldaOptions<T> options = {}) {
  if (!in_range(options.lambda, T(1e12))) return {Code::bad_parameter, 0};
  const detail::Present<T> found = detail::look_at(data, s, true);
  if (found.code != Code::ok) return {found.code, 0};
  const int d = s.dims();
  detail::fill_pencil(data, s, detail::Denominator::total);
  detail::clear(s.a);
  if (options.lambda > 0) detail::add_within(data, s.a);
  // F'S_tF = I and F'S_wF = diag(q), so W = F·diag(1/(1 + λq))·F'H; B's memory collects WW'.
  const int rank = small::solve(s, End::smallest, small::range_floor<typename Data::Scalar, T>(), d);
  if (rank <= 0) return {Code::no_variation, 0};
  detail::clear(s.b);
  T* const inside = s.work.data() + d;
  for (int c = 0; c < data.classes(); ++c) {
    auto w = detail::deviation(data, s, c);
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
Fitted fit_pca(const Statistics<S, D, C, kept>& data, Workspace<N, T>& memory, Projection<S, N, R>& out) {
  return fit_into(out, [&](const Target<S>& to) { return fit_pca(data, memory.scratch(), to); });
}
template <class S, int D, int C, Scatter kept, std::size_t N, class T, std::size_t R>
Fitted fit_lda(const Statistics<S, D, C, kept>& data, Workspace<N, T>& memory, Projection<S, N, R>& out,
               LdaOptions<T> options = {}) {
  return fit_into(out, [&](const Target<S>& to) { return fit_lda(data, memory.scratch(), to, options); });
}
template <class S, int D, int C, Scatter kept, std::size_t N, class T, std::size_t R>
Fitted fit_ulda(const Statistics<S, D, C, kept>& data, Workspace<N, T>& memory, Projection<S, N, R>& out,
                UldaOptions options = {}) {
  return fit_into(out, [&](const Target<S>& to) { return fit_ulda(data, memory.scratch(), to, options); });
}
template <class S, int D, int C, Scatter kept, std::size_t N, class T, std::size_t R>
Fitted fit_laplda(const Statistics<S, D, C, kept>& data, Workspace<N, T>& memory, Projection<S, N, R>& out,
                  LapldaOptions<T> options = {}) {
  return fit_into(out, [&](const Target<S>& to) { return fit_laplda(data, memory.scratch(), to, options); });
}

}  // namespace tanda::device
