// A t = λ B t with B positive semidefinite, solved in the caller's memory: the definitions of the hosted
// spectral/pencil, in plain loops.
#pragma once

#include "tanda/base/code.hpp"
#include "tanda/device/symmetric_eigen.hpp"

namespace tanda::device {

enum class End : unsigned char { largest, smallest };

/// Scaling of the columns: t'Bt = 1, ‖t‖ = 1, or orthonormal with the same leading spans.
enum class Columns : unsigned char { b_normal, unit, orthonormal };

/// What a fit works in: two d×d matrices and a few vectors.
template <class T>
struct Scratch {
  Block<T> a, b;
  T* values;  ///< d; after a fit, the eigenvalues of its directions
  T* work;    ///< 2d
  T* mean;    ///< d

  int dims() const { return a.rows; }
  Scratch leading(int d) const { return {a.leading(d, d), b.leading(d, d), values, work, mean}; }
};

/// Parts of a scatter matrix below this are zero: rounding errors of a matrix summed in S and solved in T.
template <class S, class T>
constexpr T range_floor() {
  constexpr double s = std::numeric_limits<S>::epsilon(), t = std::numeric_limits<T>::epsilon();
  constexpr double rounding = 64 * (s > t ? s : t);
  return T(rounding > 1e-10 ? rounding : 1e-10);
}

namespace detail {

/// B = LL' in the lower triangle; the upper one and `diagonal` keep B. Features that do not vary at all are
/// passed over, with a zero on L's diagonal. False if a feature is almost made of those before it: whatever
/// the units of the features are, L then has no digits left.
template <class T>
bool factor(const Block<T>& b, T* diagonal, T least_pivot) {
  const int d = b.rows;
  for (int j = 0; j < d; ++j) diagonal[j] = b(j, j);
  mirror(b);
  for (int j = 0; j < d; ++j) {
    T pivot = b(j, j);
    for (int k = 0; k < j; ++k) pivot -= b(j, k) * b(j, k);
    const bool varies = diagonal[j] > 0;
    if (varies && !(pivot > least_pivot * diagonal[j])) return false;
    const T length = varies ? root(pivot) : T(0);
    b(j, j) = length;
    for (int i = j + 1; i < d; ++i) {
      T sum = b(i, j);
      for (int k = 0; k < j; ++k) sum -= b(i, k) * b(j, k);
      b(i, j) = varies ? sum / length : T(0);
    }
  }
  return true;
}

template <class T>
void restore(const Block<T>& b, const T* diagonal) {
  for (int j = 0; j < b.columns; ++j) {
    b(j, j) = diagonal[j];
    for (int i = j + 1; i < b.rows; ++i) b(i, j) = b(j, i);
  }
}

/// L becomes W = L⁻' without its zero columns. Gives their number.
template <class T>
int inverse_transpose(const Block<T>& l) {
  const int d = l.rows;
  // Row by row, the inverse of L stands transposed in the upper triangle and on the diagonal.
  for (int i = 0; i < d; ++i) {
    const T pivot = l(i, i);
    for (int j = 0; j < i; ++j) {
      T sum = 0;
      for (int k = j; k < i; ++k) sum += l(i, k) * l(j, k);
      l(j, i) = pivot > 0 ? -sum / pivot : T(0);
    }
    l(i, i) = pivot > 0 ? 1 / pivot : T(0);
  }
  int kept = 0;
  for (int i = 0; i < d; ++i) {
    if (!(l(i, i) > 0)) continue;
    for (int k = 0; k < d; ++k) l(k, kept) = k <= i ? l(k, i) : T(0);
    ++kept;
  }
  return kept;
}

template <class T>
void swap_columns(const Block<T>& m, int i, int j) {
  for (int k = 0; k < m.rows; ++k) {
    const T entry = m(k, i);
    m(k, i) = m(k, j);
    m(k, j) = entry;
  }
}

/// Orthonormal columns with the same leading spans: Gram and Schmidt, twice.
template <class T>
void orthonormalise(const Block<T>& t) {
  for (int j = 0; j < t.columns; ++j) {
    for (int twice = 0; twice < 2; ++twice) {
      for (int k = 0; k < j; ++k)
        add_scaled(t.column(j), -dot(t.column(k), t.column(j), t.rows), t.column(k), t.rows);
    }
    const T norm = root(dot(t.column(j), t.column(j), t.rows));
    for (int i = 0; norm > 0 && i < t.rows; ++i) t(i, j) /= norm;
  }
}

template <class T>
void scale_columns(const Block<T>& t, Columns columns) {
  if (columns == Columns::orthonormal) return orthonormalise(t);
  if (columns == Columns::b_normal) return;
  for (int j = 0; j < t.columns; ++j) {
    const T norm = root(dot(t.column(j), t.column(j), t.rows));
    for (int i = 0; norm > 0 && i < t.rows; ++i) t(i, j) /= norm;
  }
}

/// B + ridge·tr(B)/d·I
template <class T>
void add_ridge(const Block<T>& b, double ridge) {
  const T shift = T(ridge) * trace(b) / T(b.rows);
  for (int i = 0; ridge > 0 && i < b.rows; ++i) b(i, i) += shift;
}

inline int least(int a, int b) {
  return a < b ? a : b;
}

}  // namespace detail

/// B (lower triangle) becomes W, d×q, with W'BW = I on the range of B and its leading principal axes first.
/// Gives q; −1 if numbers are not finite. `work` holds two columns.
template <class T>
int whiten_by_axes(const Block<T>& b, T* values, T* work, T floor) {
  const int d = b.rows;
  if (!symmetric_eigen(b, values, work)) return -1;
  int rank = 0;
  while (rank < d && values[d - 1 - rank] > 0 && values[d - 1 - rank] > floor * values[d - 1]) {
    const T scale = 1 / root(values[d - 1 - rank]);
    for (int i = 0; i < d; ++i) b(i, d - 1 - rank) *= scale;
    ++rank;
  }
  for (int i = 0; i < d / 2; ++i) detail::swap_columns(b, i, d - 1 - i);
  return rank;
}

/// The same with columns in no order, and cheaper where B has full rank.
template <class T>
int whiten(const Block<T>& b, T* values, T* work, T floor) {
  constexpr T safety = T(1e-8);  // where hosted fits leave Cholesky, too
  if (detail::factor(b, values, floor > safety ? floor : safety)) return detail::inverse_transpose(b);
  detail::restore(b, values);
  return whiten_by_axes(b, values, work, floor);
}

/// The eigenvectors of the lower triangle of A at one end take the place of its first columns, their values
/// that of the first values: best first. False if numbers are not finite.
template <class T>
bool eigen_from(const Block<T>& a, End end, T* values, T* work) {
  if (!symmetric_eigen(a, values, work)) return false;
  const int n = a.rows;
  for (int i = 0; end == End::largest && i < n / 2; ++i) {
    detail::swap_columns(a, i, n - 1 - i);
    const T value = values[i];
    values[i] = values[n - 1 - i];
    values[n - 1 - i] = value;
  }
  return true;
}

/// The first `count` columns of A, in white coordinates, become directions factor·W·v in those of the data.
template <class T>
void leave_white(const Scratch<T>& s, const Block<T>& white, int count, T factor) {
  for (int j = 0; j < count; ++j) {
    T* t = s.a.column(j);
    for (int i = 0; i < white.columns; ++i) s.work[i] = t[i] * factor;
    for (int i = 0; i < white.rows; ++i) t[i] = 0;
    for (int k = 0; k < white.columns; ++k) add_scaled(t, s.work[k], white.column(k), white.rows);
  }
}

/// All eigenvectors of the pencil on the range of B take the place of A's columns, best first, scaled to
/// t'Bt = 1; lower triangles come in. Gives their number, −1 if numbers are not finite. O(d³)
template <class T>
int solve(const Scratch<T>& s, End end, T floor) {
  const T a_scale = power_of_two_scale(s.a), b_scale = power_of_two_scale(s.b);
  if (!(a_scale > 0 && b_scale > 0)) return -1;
  const int d = s.dims();
  for (int j = 0; j < d; ++j) {
    for (int i = j; i < d; ++i) {
      s.a(i, j) /= a_scale;
      s.b(i, j) /= b_scale;
    }
  }
  const int rank = whiten(s.b, s.values, s.work, floor);
  if (rank <= 0) return rank;
  mirror(s.a);
  const Block<T> white = s.b.leading(d, rank), inner = s.a.leading(rank, rank);
  congruence(s.a, white, s.work);
  if (!eigen_from(inner, end, s.values, s.work)) return -1;
  for (int j = 0; j < rank; ++j) s.values[j] *= a_scale / b_scale;
  leave_white(s, white, rank, 1 / root(b_scale));
  return rank;
}

}  // namespace tanda::device
