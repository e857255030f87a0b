// Scatter matrices and means from what an accumulator knows.
#pragma once

#include "tanda/device/accumulator.hpp"
#include "tanda/device/target.hpp"

namespace tanda::device {

namespace detail {

/// What all fits ask first: how many samples and classes there are. The mean goes to `mean`, from the origin.
template <class T>
struct Present {
  Code code = Code::ok;
  T samples = 0;
  int classes = 0;
};

template <class S, class T>
Present<T> look_at(const Summary<S>& data, const Scratch<T>& s, bool supervised) {
  Present<T> found;
  for (int c = 0; c < data.classes; ++c) {
    found.samples += T(data.counts[c]);
    found.classes += data.counts[c] > 0;
  }
  if (found.samples == 0) found.code = Code::empty_data;
  if (found.samples == 1) found.code = Code::too_few_samples;
  if (found.samples < 2) return found;
  if (supervised && T(found.classes) == found.samples) found.code = Code::too_few_samples;
  if (supervised && found.classes < 2) found.code = Code::one_class;
  for (int j = 0; j < data.dims; ++j) {
    T sum = 0;
    for (int c = 0; c < data.classes; ++c) sum += T(data.counts[c]) * T(data.means[c * data.dims + j]);
    s.mean[j] = sum / found.samples;
  }
  return found;
}

/// m_c − m
template <class S, class T>
void deviation(const Summary<S>& data, const T* mean, int c, T* out) {
  for (int j = 0; j < data.dims; ++j) out[j] = T(data.means[c * data.dims + j]) - mean[j];
}

/// M (lower triangle) += scatter matrix number k.
template <class S, class T>
void add_packed(const Summary<S>& data, int k, const Block<T>& m) {
  const S* entry = data.scatter + std::size_t(k) * std::size_t(data.dims * (data.dims + 1) / 2);
  for (int j = 0; j < data.dims; ++j) {
    for (int i = j; i < data.dims; ++i) m(i, j) += T(*entry++);
  }
}

/// M += S_w
template <class S, class T>
void add_within(const Summary<S>& data, const Block<T>& m) {
  for (int k = 0; k < (data.kept == Scatter::pooled ? 1 : data.classes); ++k) add_packed(data, k, m);
}

/// M += S_b = Σ n_c (m_c − m)(m_c − m)'
template <class S, class T>
void add_between(const Summary<S>& data, const Scratch<T>& s, const Block<T>& m) {
  for (int c = 0; c < data.classes; ++c) {
    deviation(data, s.mean, c, s.work);
    add_outer(m, T(data.counts[c]), s.work, s.work);
  }
}

/// A becomes S_b; B becomes S_w, or S_t.
template <class S, class T>
void fill_pencil(const Summary<S>& data, const Scratch<T>& s, bool total) {
  fill(s.a, T(0));
  fill(s.b, T(0));
  add_between(data, s, s.a);
  add_within(data, s.b);
  if (total) add_between(data, s, s.b);
}

template <class S, class T>
void finish_mean(const Summary<S>& data, const Scratch<T>& s) {
  for (int j = 0; j < data.dims; ++j) s.mean[j] += T(data.origin[j]);
}

}  // namespace detail

}  // namespace tanda::device
