// Signed Laplacian embedding of a summary: each class against the rest.
#pragma once

#include <initializer_list>

#include "tanda/device/statistics.hpp"

namespace tanda::device {

/// Weights other than plain need a summary with Scatter::per_class.
enum class SignedWeights : unsigned char { plain, balanced, side };
struct SleOptions {
  SignedWeights weights = SignedWeights::plain;
};

namespace detail {

/// L~ = D~ − W~ of class against rest: D~ is `inside` on the class and `outside` on the rest, and for centred
/// X the low-rank part of XL~X' is pull·uu' with u = Xe_class.
template <class T>
struct SignedGraph {
  T inside, outside, pull;
};

template <class T>
SignedGraph<T> signed_graph(SignedWeights weights, T size, T n) {
  const T rest = n - size;
  if (weights == SignedWeights::balanced) return {1 + rest / n, 1 + size / n, 1 / size + 1 / rest + 2 / n};
  if (weights == SignedWeights::side) return {1 + rest, 1 + size, 1 / size + 1 / rest + 2};
  return {n, n, 4};
}

/// Is there a class of which only the first direction is determined? There the principal axes decide.
template <class S, class T>
bool leaves_open(const Summary<S>& data, T n, SignedWeights weights) {
  for (int c = 0; c < data.classes; ++c) {
    if (data.counts[c] == 0) continue;
    const SignedGraph<T> graph = signed_graph(weights, T(data.counts[c]), n);
    if (graph.inside == graph.outside) return true;
  }
  return false;
}

/// v'W for the class: what the class sum is in white coordinates.
template <class S, class T>
void pull_of(const Summary<S>& data, const Scratch<T>& s, const Block<T>& white, int c, T* pulled) {
  deviation(data, s.mean, c, s.work);
  for (int j = 0; j < white.columns; ++j)
    pulled[j] = T(data.counts[c]) * dot(white.column(j), s.work, white.rows);
}

/// Columns of A: `first` made a unit vector, then the leading axes made orthogonal to what stands already.
/// Only the first direction is determined, all other eigenvalues are equal.
template <class T>
int complete(const Block<T>& a, const T* first, T length, int rank, int wanted) {
  for (int i = 0; i < rank; ++i) a(i, 0) = length > 0 ? first[i] / length : T(i == 0);
  constexpr T nothing = 64 * std::numeric_limits<T>::epsilon();
  int filled = 1;
  for (int axis = 0; axis < rank && filled < wanted; ++axis) {
    T* v = a.column(filled);
    for (int i = 0; i < rank; ++i) v[i] = T(i == axis);
    for (int twice = 0; twice < 2; ++twice) {
      for (int k = 0; k < filled; ++k) add_scaled(v, -dot(a.column(k), v, rank), a.column(k), rank);
    }
    const T norm = root(dot(v, v, rank));
    if (!(norm > (nothing > T(1e-8) ? nothing : T(1e-8)))) continue;
    for (int i = 0; i < rank; ++i) v[i] /= norm;
    ++filled;
  }
  return filled;
}

/// The directions of class c against the rest become columns of A. Gives their number, −1 if numbers are not
/// finite.
template <class S, class T>
int class_against_rest(const Summary<S>& data, const Scratch<T>& s, const Block<T>& white, int c, T n,
                       SignedWeights weights, int wanted) {
  const int rank = white.columns;
  const SignedGraph<T> graph = signed_graph(weights, T(data.counts[c]), n);
  T* pulled = s.work + s.dims();
  int count = wanted;
  if (graph.inside == graph.outside) {
    pull_of(data, s, white, c, pulled);
    const T length = root(dot(pulled, pulled, rank));
    count = complete(s.a, pulled, length, rank, wanted);
    for (int j = 0; j < count; ++j)
      s.values[j] = graph.outside - (j == 0 ? graph.pull * length * length : T(0));
  } else {
    fill(s.a, T(0));
    add_packed(data, c, s.a);
    deviation(data, s.mean, c, s.work);
    add_outer(s.a, T(data.counts[c]), s.work, s.work);
    mirror(s.a);
    congruence(s.a, white, s.work);
    pull_of(data, s, white, c, pulled);
    const Block<T> inner = s.a.leading(rank, rank);
    for (int j = 0; j < rank; ++j) {
      for (int i = 0; i < rank; ++i) inner(i, j) *= graph.inside - graph.outside;
      inner(j, j) += graph.outside;
    }
    add_outer(inner, -graph.pull, pulled, pulled);
    if (!eigen_from(inner, End::smallest, s.values, s.work)) return -1;
  }
  leave_white(s, white, count, T(1));
  return count;
}

}  // namespace detail

/// Smallest of (X L~ X', XX'), in coordinates that whiten XX'. One block of rows for two classes, else one
/// for each class that has samples, side by side, with outputs / blocks rows each; eigenvalues of the last
/// block.
template <class S, class T>
Fitted fit_sle(const Summary<S>& data, const Scratch<T>& s, const Target<S>& out, SleOptions options = {}) {
  if (options.weights != SignedWeights::plain && data.kept == Scatter::pooled)
    return {Code::bad_parameter, 0};
  const detail::Present<T> found = detail::look_at(data, s, true);
  if (found.code != Code::ok) return {found.code, 0};
  const int blocks = found.classes == 2 ? 1 : found.classes;
  if (out.outputs < blocks) return {Code::bad_argument, 0};
  detail::fill_pencil(data, s, true);
  const bool open = out.outputs / blocks > 1 && detail::leaves_open(data, found.samples, options.weights);
  constexpr T floor = range_floor<S, T>();
  const int rank = open ? whiten_by_axes(s.b, s.values, s.work, floor) : whiten(s.b, s.values, s.work, floor);
  if (rank <= 0) return {Code::no_variation, 0};
  const int wanted = detail::least(out.outputs / blocks, rank);
  const Block<T> white = s.b.leading(s.dims(), rank);
  // A's memory holds one block at a time: look at all of them before the first one is written.
  for (const bool write : {false, true}) {
    for (int c = 0, block = 0; block < blocks; ++c) {
      if (data.counts[c] == 0) continue;
      const int count = detail::class_against_rest(data, s, white, c, found.samples, options.weights, wanted);
      if (count < 0) return {Code::no_variation, 0};
      Scratch<T> done = s;
      done.mean = s.work;
      for (int j = 0; j < s.dims(); ++j) done.mean[j] = s.mean[j] + T(data.origin[j]);
      const Code code = detail::representable<S>(done, count);
      if (code != Code::ok) return {code, 0};
      if (write) detail::write_rows(done, count, out, block * wanted);
      ++block;
    }
  }
  detail::clear_rows(out, s.dims(), blocks * wanted);
  return {Code::ok, blocks * wanted};
}

}  // namespace tanda::device
