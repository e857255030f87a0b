// Where a device fit leaves its projection, and how it says what it did.
#pragma once

#include <cstddef>

#include "tanda/device/pencil.hpp"
#include "tanda/model/projection.hpp"

namespace tanda::device {

/// The caller's buffers: r×d, row after row, and r. A fit that fails leaves them as they were.
template <class S>
struct Target {
  S* matrix;
  S* offset;
  int outputs;
};

/// How many leading rows of the target are directions; those beyond what data and method can give are zero.
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

namespace detail {

/// The first of the largest entries decides the sign: that one is positive.
template <class T>
T sign_of(const T* t, int d) {
  T largest = 0;
  for (int i = 0; i < d; ++i) largest = magnitude(t[i]) > largest ? magnitude(t[i]) : largest;
  int at = 0;
  while (magnitude(t[at]) < largest * T(1 - 1e-9)) ++at;
  return t[at] < 0 ? T(-1) : T(1);
}

/// −P·mean of one direction.
template <class T>
T offset_of(const Scratch<T>& s, int j) {
  return -dot(s.a.column(j), s.mean, s.dims());
}

template <class S, class T>
Code representable(const Scratch<T>& s, int count) {
  constexpr T most = T(std::numeric_limits<S>::max());
  Code code = Code::ok;
  const auto look = [&](T value) {
    if (!finite(value)) code = Code::no_variation;  // too ill-conditioned to solve
    if (code == Code::ok && magnitude(value) > most) code = Code::not_representable;
  };
  for (int j = 0; j < count; ++j) {
    for (int i = 0; i < s.dims(); ++i) look(s.a(i, j));
    look(offset_of(s, j));
  }
  return code;
}

/// The first `count` columns of A become rows first.. of the target.
template <class S, class T>
void write_rows(const Scratch<T>& s, int count, const Target<S>& out, int first) {
  const int d = s.dims();
  for (int j = 0; j < count; ++j) {
    const T sign = sign_of(s.a.column(j), d);
    for (int i = 0; i < d; ++i) out.matrix[(first + j) * d + i] = S(sign * s.a(i, j));
    out.offset[first + j] = S(sign * offset_of(s, j));
  }
}

template <class S>
void clear_rows(const Target<S>& out, int d, int first) {
  for (int i = first * d; i < out.outputs * d; ++i) out.matrix[i] = 0;
  for (int j = first; j < out.outputs; ++j) out.offset[j] = 0;
}

/// The last step of a fit whose directions, `given` of them, are columns of A; `given` < 0 says that solving
/// failed.
template <class S, class T>
Fitted finish(const Scratch<T>& s, int given, Columns columns, const Target<S>& out) {
  const int count = given < out.outputs ? given : out.outputs;
  if (count <= 0) return {Code::no_variation, 0};
  scale_columns(s.a.leading(s.dims(), count), columns);
  if (const Code code = representable<S>(s, count); code != Code::ok) return {code, 0};
  write_rows(s, count, out, 0);
  clear_rows(out, s.dims(), count);
  return {Code::ok, count};
}

}  // namespace detail

/// Is a ridge or a weight a number between 0 and `most`?
inline bool in_range(double value, double most) {
  return value >= 0 && value <= most;
}

}  // namespace tanda::device
