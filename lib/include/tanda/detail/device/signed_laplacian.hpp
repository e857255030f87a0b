// Signed Laplacian embedding of statistics: each class against the rest.
#pragma once

#include <initializer_list>

#include "tanda/detail/device/global.hpp"

namespace tanda::device {

namespace detail {

/// Is there a class of which only the first direction is determined? There the principal axes decide.
template <class Data, class T>
bool leaves_open(const Data& data, T n, SignedWeights weights) {
  for (int c = 0; c < data.classes(); ++c) {
    if (data.count(c) == 0) continue;
    const SignedGraph<T> graph = signed_graph(weights, T(data.count(c)), n);
    if (graph.inside == graph.outside) return true;
  }
  return false;
}

/// What the class sum is in white coordinates: n_c·W'(m_c − m), in the second half of the work space.
template <class Data, class T, int N>
small::Numbers<T> pull_of(const Data& data, Scratch<T, N>& s, int rank, int c) {
  const auto difference = small::deviation(data, s, c);
  small::Numbers<T> pulled(s.work.data() + s.dims(), rank);
  for (int j = 0; j < rank; ++j) pulled[j] = T(data.count(c)) * small::dot(s.b.col(j), difference);
  return pulled;
}

/// Columns of A: `first` made a unit vector, then the leading axes made orthogonal to what stands already.
/// Only the first direction is determined, all other eigenvalues are equal.
template <class M, class V>
int complete(M& a, const V& first, small::ScalarOf<M> length, int wanted) {
  using T = small::ScalarOf<M>;
  const int rank = int(first.size());
  const auto column = [&](int j) { return small::Numbers<T>(&a(0, j), rank); };
  for (int i = 0; i < rank; ++i) a(i, 0) = length > 0 ? first[i] / length : T(i == 0);
  constexpr T nothing = 64 * std::numeric_limits<T>::epsilon();
  int filled = 1;
  for (int axis = 0; axis < rank && filled < wanted; ++axis) {
    auto v = column(filled);
    for (int i = 0; i < rank; ++i) v[i] = T(i == axis);
    for (int k = 0; k < 2 * filled; ++k)
      small::add(v, -small::dot(column(k % filled), v), column(k % filled));
    const T norm = small::length(v);
    if (!(norm > (nothing > T(1e-8) ? nothing : T(1e-8)))) continue;
    small::scale(v, 1 / norm);
    ++filled;
  }
  return filled;
}

/// B whitens the total scatter, in `rank` columns. The directions of class c against the rest become columns
/// of A. Gives their number, −1 if numbers are not finite.
template <class Data, class T, int N>
int class_against_rest(const Data& data, Scratch<T, N>& s, int rank, int c, T n, SignedWeights weights,
                       int wanted) {
  const SignedGraph<T> graph = signed_graph(weights, T(data.count(c)), n);
  int count = wanted;
  if (graph.inside == graph.outside) {
    const auto pulled = pull_of(data, s, rank, c);
    const T length = small::length(pulled);
    count = complete(s.a, pulled, length, wanted);
    for (int j = 0; j < count; ++j)
      s.values[j] = graph.outside - (j == 0 ? graph.pull * length * length : T(0));
  } else {
    small::clear(s.a);
    data.add_scatter(c, s.a);
    const auto difference = small::deviation(data, s, c);
    small::add_outer(s.a, T(data.count(c)), difference, difference);
    small::fill_upper(s.a, s.dims());
    small::congruence(s.a, s.b, rank, s.work);
    const auto pulled = pull_of(data, s, rank, c);
    for (int j = 0; j < rank; ++j) {
      small::scale(s.a.col(j), graph.inside - graph.outside);
      s.a(j, j) += graph.outside;
    }
    small::add_outer(s.a, -graph.pull, pulled, pulled);
    if (!small::eigenpairs(s.a, rank, s.values, s.work, End::smallest, wanted)) return -1;
  }
  small::leave_white(s.a, s.b, rank, s.work, count, T(1));
  return count;
}

}  // namespace detail

/// Smallest of (X L~ X', XX'), in coordinates that whiten XX'. One block of rows for two classes, else one
/// for each class that has samples, side by side, with outputs / blocks rows each; eigenvalues of the last
/// block.
template <class Data, class T, int N, class S>
Fitted fit_sle(const Data& data, Scratch<T, N> s, const Target<S>& out, SleOptions options = {}) {
  if (options.weights != SignedWeights::plain && Data::scatter_kept() == Scatter::pooled)
    return {Code::bad_parameter, 0};
  const small::Present<T> found = small::look_at(data, s, true);
  if (found.code != Code::ok) return {found.code, 0};
  const int blocks = found.classes == 2 ? 1 : found.classes;
  if (out.outputs < blocks) return {Code::bad_argument, 0};
  small::fill_pencil(data, s, small::Denominator::total);
  const bool open = out.outputs / blocks > 1 && detail::leaves_open(data, found.samples, options.weights);
  constexpr T floor = small::range_floor<typename Data::Scalar, T>();
  const T scale = small::normalise(s.b, s.dims());
  if (!(scale > 0)) return {Code::no_variation, 0};
  small::fill_upper(s.b, s.dims());
  const int rank = open ? small::whiten_by_axes(s.b, s.values, s.work, floor)
                        : small::whiten(s.b, s.values, s.work, floor);
  if (rank <= 0) return {Code::no_variation, 0};
  for (int j = 0; j < rank; ++j) small::scale(s.b.col(j), 1 / root(scale));
  const int wanted = detail::least(out.outputs / blocks, rank);
  // A's memory holds one block at a time: look at all of them before the first one is written.
  for (const bool write : {false, true}) {
    for (int c = 0, block = 0; block < blocks; ++c) {
      if (data.count(c) == 0) continue;
      const int count = detail::class_against_rest(data, s, rank, c, found.samples, options.weights, wanted);
      if (count < 0) return {Code::no_variation, 0};
      const small::Numbers<T> mean(s.work.data(), s.dims());
      for (int j = 0; j < s.dims(); ++j) s.work[j] = s.mean[j] + T(data.origin()[j]);
      const Code code = detail::representable<S>(s, mean, count);
      if (code != Code::ok) return {code, 0};
      if (write) detail::write_rows(s, mean, count, out, block * wanted);
      ++block;
    }
  }
  detail::clear_rows(out, s.dims(), blocks * wanted);
  return {Code::ok, blocks * wanted};
}

template <class S, int D, int C, Scatter kept, std::size_t N, class T, std::size_t R>
Fitted fit_sle(const Statistics<S, D, C, kept>& data, FitMemory<N, T>& memory, Projection<S, N, R>& out,
               SleOptions options = {}) {
  return fit_into(out, [&](const Target<S>& to) { return fit_sle(data, memory.scratch(), to, options); });
}

}  // namespace tanda::device
