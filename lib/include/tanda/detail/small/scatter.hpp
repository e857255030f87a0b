// Scatter matrices from statistics of classes, for principal components and discriminants; the same in
// firmware and in hosted fits.
#pragma once

#include "tanda/code.hpp"
#include "tanda/detail/small/pencil.hpp"

namespace tanda::small {

/// The number of samples and of classes seen, and whether they are enough for a fit.
template <class T>
struct Present {
  Code code = Code::ok;
  T samples = 0;
  int classes = 0;
};

/// Counts samples and classes, and sets `s.mean` to the mean of all samples relative to the origin of the
/// statistics. `supervised`: the fit needs two classes or more.
template <class Data, class T, int N>
Present<T> look_at(const Data& data, Scratch<T, N>& s, bool supervised) {
  Present<T> found;
  if (data.dims() != s.dims()) {
    found.code = Code::wrong_shape;
    return found;
  }
  s.mean.setZero();
  bool several = false;  // whether a class has two samples; `forget` may have left them less weight than one
  for (int c = 0; c < data.classes(); ++c) {
    const T count = T(data.count(c));
    found.samples += count;
    found.classes += count > 0;
    several |= count > 1;
    for (int j = 0; j < s.dims(); ++j) s.mean[j] += count * T(data.mean(c)[j]);
  }
  for (int k = 0; k < data.matrices() && !several; ++k) several = (data.scatter(k).array() != 0).any();
  scale(s.mean, 1 / found.samples);
  if (found.classes == 0) {
    found.code = Code::empty_data;
  } else if (found.classes == 1) {
    found.code = !several ? Code::too_few_samples : supervised ? Code::one_class : Code::ok;
  } else if (supervised && !several) {
    found.code = Code::too_few_samples;
  }
  return found;
}

/// m_c − m, in the first half of `s.work`.
template <class Data, class T, int N>
Numbers<T> deviation(const Data& data, Scratch<T, N>& s, int c) {
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
    add_outer(m, T(data.count(c)), difference, difference);
  }
}

template <class M>
void clear(M& m) {
  Numbers<ScalarOf<M>>(m.data(), m.size()).setZero();
}

}  // namespace tanda::small
