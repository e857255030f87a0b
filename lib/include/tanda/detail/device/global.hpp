// Fits to statistics in the caller's memory. The methods are defined in detail/small/definitions.hpp.
#pragma once

#include "tanda/detail/device/target.hpp"
#include "tanda/detail/small/definitions.hpp"
#include "tanda/detail/small/scatter.hpp"
#include "tanda/statistics.hpp"

namespace tanda::device {

/// The operations that the definitions use: on the two matrices of the scratch memory, with small solvers.
template <class Data, class T, int N, class S>
class InPlace {
 public:
  using Real = T;

  InPlace(const Data& seen, Scratch<T, N>& scratch, const Target<S>& out, bool supervised)
      : s(scratch), data_(seen), out_(out), found_(small::look_at(seen, scratch, supervised)) {}

  /// Whether the data are sufficient for a fit.
  explicit operator bool() const { return found_.code == Code::ok; }
  int classes() const { return found_.classes; }
  T samples() const { return found_.samples; }

  void make(small::Part a, small::Part b) {
    fill(s.a, a);
    fill(s.b, b);
  }
  void add_ridge(T ridge) { small::add_ridge(s.b, ridge); }
  void solve(End end, int most) { count_ = small::solve(s, end, floor(), detail::least(most, out_.outputs)); }
  /// Directions with the same eigenvalue keep the solver's order.
  void solve_with_ties(End end, int most) { solve(end, most); }
  void eigenpairs(small::Part a) {
    fill(s.a, a);
    const bool solved = small::eigenpairs(s.a, s.dims(), s.values, s.work, End::largest, s.dims());
    count_ = solved ? s.dims() : -1;
  }
  /// Only directions in which the data vary.
  void keep_range() {
    int rank = 0;
    while (rank < count_ && s.values[rank] > 0 && s.values[rank] > floor() * s.values[0]) ++rank;
    count_ = rank;
  }
  void divide_values(T by) {
    for (int j = 0; j < s.dims(); ++j) s.values[j] /= by;
  }
  void scale(Columns columns) { columns_ = columns; }
  void regress(T lambda);

  Fitted result() {
    if (!*this) return {found_.code, 0};
    for (int j = 0; j < s.dims(); ++j) s.mean[j] += T(data_.origin()[j]);
    return detail::finish(s, count_, columns_, out_);
  }

 protected:
  static constexpr T floor() { return small::range_floor<typename Data::Scalar, T>(); }
  void fill(decltype(Scratch<T, N>::a)& m, small::Part part) {
    small::clear(m);
    if (part == small::Part::between || part == small::Part::total) small::add_between(data_, s, m);
    if (part == small::Part::within || part == small::Part::total) small::add_within(data_, m);
  }

  Scratch<T, N>& s;
  const Data& data_;
  const Target<S>& out_;
  small::Present<T> found_;

 private:
  int count_ = 0;  ///< directions, columns of A; below 0: numbers were not finite
  Columns columns_ = Columns::b_normal;
};

template <class Data, class T, int N, class S>
void InPlace<Data, T, N, S>::regress(T lambda) {
  const int d = s.dims();
  // With F'BF = I and F'AF = diag(q), W = F·diag(1/(1 + λq))·F'H; B's memory collects WW'.
  const int rank = small::solve(s, End::smallest, floor(), d);
  if (rank <= 0) return;
  small::clear(s.b);
  T* const inside = s.work.data() + d;
  for (int c = 0; c < data_.classes(); ++c) {
    auto w = small::deviation(data_, s, c);
    const T target_scale = root(samples() * T(data_.count(c)));
    for (int j = 0; j < rank; ++j) {
      const T q = s.values[j] > 0 ? s.values[j] : T(0);
      inside[j] = target_scale * small::dot(s.a.col(j), w) / (1 + lambda * q);
    }
    w.setZero();
    for (int j = 0; j < rank; ++j) small::add(w, inside[j], s.a.col(j));
    small::add_outer(s.b, T(1), w, w);
  }
  if (!(small::trace(s.b, d) > 0)) {
    // If all class means are equal, there is no direction: the smoothest one is taken instead.
    s.values[0] = 0;
    count_ = 1;
    columns_ = Columns::unit;
    return;
  }
  if (!small::eigenpairs(s.b, d, s.values, s.work, End::largest, d)) return;
  const T least = 64 * std::numeric_limits<T>::epsilon() * s.values[0];
  while (count_ < detail::least(d, classes() - 1) && s.values[count_] > least) {
    s.values[count_] = root(s.values[count_]);
    for (int i = 0; i < d; ++i) s.a(i, count_) = s.values[count_] * s.b(i, count_);
    ++count_;
  }
}

/// Largest of S_t/n.
template <class Data, class T, int N, class S>
Fitted fit_pca(const Data& data, Scratch<T, N> s, const Target<S>& out) {
  InPlace fit(data, s, out, false);
  if (fit) small::solve_pca(fit);
  return fit.result();
}

/// Largest of (S_b, S_w + ridge·tr(S_w)/d·I).
template <class Data, class T, int N, class S>
Fitted fit_lda(const Data& data, Scratch<T, N> s, const Target<S>& out, LdaOptions<T> options = {}) {
  if (!in_range(options.ridge, T(1000))) return {Code::bad_parameter, 0};
  InPlace fit(data, s, out, true);
  if (fit) small::solve_lda(fit, options);
  return fit.result();
}

/// Largest of (S_b, S_t).
template <class Data, class T, int N, class S>
Fitted fit_ulda(const Data& data, Scratch<T, N> s, const Target<S>& out, UldaOptions options = {}) {
  InPlace fit(data, s, out, true);
  if (fit) small::solve_ulda(fit, options);
  return fit.result();
}

/// W = (λS_w + S_t)⁺[√(n n_c)(m_c − m)], turned so that its columns come in the order of their lengths.
template <class Data, class T, int N, class S>
Fitted fit_laplda(const Data& data, Scratch<T, N> s, const Target<S>& out, LapldaOptions<T> options = {}) {
  if (!in_range(options.lambda, T(1e12))) return {Code::bad_parameter, 0};
  InPlace fit(data, s, out, true);
  if (fit) small::solve_laplda(fit, options);
  return fit.result();
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
