// The memory of a fit on a small machine, the place of its projection, and its result code.
#pragma once

#include <cstddef>

#include "tanda/code.hpp"
#include "tanda/detail/device/options.hpp"
#include "tanda/detail/small/pencil.hpp"
#include "tanda/projection.hpp"

namespace tanda::device {

using small::Scratch;

/// The memory a fit works in, provided by the caller: static, on the stack or in a union with data that are
/// not in use meanwhile. T is the precision of the d×d matrices; afterwards `values` has the eigenvalues.
template <std::size_t D, class T = Real>
struct FitMemory {
  T a[D * D], b[D * D], values[D], work[2 * D], mean[D];
  Scratch<T, int(D)> scratch() { return {a, b, values, mean, work}; }
};

/// The caller's buffers for the projection: r×d numbers, row after row, and r offsets. A fit that fails
/// leaves them unchanged.
template <class S>
struct Target {
  S* matrix;
  S* offset;
  int outputs;
};

/// The result of a fit: a code, and how many leading rows of the target are directions; the other rows are
/// zero.
struct [[nodiscard]] Fitted {
  Code code = Code::ok;
  int dims = 0;
  explicit operator bool() const { return code == Code::ok; }
};

/// Fits into a projection of fixed size.
template <class S, std::size_t D, std::size_t R, class Fit>
Fitted fit_into(Projection<S, D, R>& map, Fit fit) {
  const Fitted fitted = fit(Target<S>{map.matrix, map.offset, int(R)});
  if (fitted) map.unit_length = false;
  return fitted;
}

/// Whether a ridge or a weight is a number between 0 and `most`.
template <class T>
bool in_range(T value, T most) {
  return value >= 0 && value <= most;
}

namespace detail {

inline int least(int a, int b) {
  return a < b ? a : b;
}

/// Fixes the sign: the first of the largest entries becomes positive.
template <class V>
small::ScalarOf<V> sign_of(const V& t) {
  using T = small::ScalarOf<V>;
  T largest = 0;
  for (int i = 0; i < int(t.size()); ++i) {
    if (small::magnitude(t[i]) > largest) largest = small::magnitude(t[i]);
  }
  int at = 0;
  while (small::magnitude(t[at]) < largest * T(1 - 1e-9)) ++at;
  return t[at] < 0 ? T(-1) : T(1);
}

/// Whether the first `count` columns of A and their offsets −P·mean can be represented in S.
template <class S, class T, int N, class V>
Code representable(const Scratch<T, N>& s, const V& mean, int count) {
  constexpr T most = T(std::numeric_limits<S>::max());
  T largest = 0;
  for (int j = 0; j < count; ++j) {
    for (int i = 0; i <= s.dims(); ++i) {
      const T size = small::magnitude(i < s.dims() ? s.a(i, j) : small::dot(s.a.col(j), mean));
      if (!small::finite(size)) return Code::no_variation;  // too ill-conditioned to solve
      if (size > largest) largest = size;
    }
  }
  return largest > most ? Code::not_representable : Code::ok;
}

/// The first `count` columns of A become rows first.. of the target.
template <class S, class T, int N, class V>
void write_rows(const Scratch<T, N>& s, const V& mean, int count, const Target<S>& out, int first) {
  const int d = s.dims();
  for (int j = 0; j < count; ++j) {
    const auto direction = s.a.col(j);
    const T sign = sign_of(direction);
    S* row = out.matrix + (first + j) * d;
    for (int i = 0; i < d; ++i) row[i] = S(sign * direction[i]);
    out.offset[first + j] = S(-sign * small::dot(direction, mean));
  }
}

template <class S>
void clear_rows(const Target<S>& out, int d, int first) {
  for (int i = first * d; i < out.outputs * d; ++i) out.matrix[i] = 0;
  for (int j = first; j < out.outputs; ++j) out.offset[j] = 0;
}

/// The last step of a fit whose directions, `given` of them, are columns of A; `given` < 0 says that solving
/// failed.
template <class S, class T, int N>
Fitted finish(Scratch<T, N>& s, int given, Columns columns, const Target<S>& out) {
  const int count = least(given, out.outputs);
  if (count <= 0) return {Code::no_variation, 0};
  small::scale_columns(s.a, count, columns);
  if (const Code code = representable<S>(s, s.mean, count); code != Code::ok) return {code, 0};
  write_rows(s, s.mean, count, out, 0);
  clear_rows(out, s.dims(), count);
  return {Code::ok, count};
}

}  // namespace detail

}  // namespace tanda::device
