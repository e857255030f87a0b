// Products, triangular solves and sums with little code: one blocked product does the work of all large
// operations.
#pragma once

#include "gemm.hpp"
#include "linalg/dense.hpp"

namespace tanda::internal::backend {

/// Columns of a triangle that are solved one by one before a product updates the others.
constexpr Index narrow = 32;

template <class T>
compact::Strided<T> strided(const Operand<T>& a) {
  return a.transposed ? compact::Strided<T>{a.data, a.stride, 1} : compact::Strided<T>{a.data, 1, a.stride};
}

template <class T>
void add_product(const Target<T>& c, const Operand<T>& a, const Operand<T>& b, T scale, bool lower = false) {
  if (hollow(c) || hollow(a) || hollow(b)) return;
  compact::add_product(c.rows, c.cols, a.width(), scale, strided(a), strided(b), c.data, c.stride, lower);
}
template <class T>
void add_product_lower(const Target<T>& c, const Operand<T>& a, const Operand<T>& b, T scale) {
  backend::add_product(c, a, b, scale, true);
}

template <class T>
void set_product(const Target<T>& c, const Operand<T>& a, const Operand<T>& b) {
  if (hollow(c)) return;
  for (Index j = 0; j < c.cols; ++j) std::fill_n(c.data + j * c.stride, c.rows, T(0));
  backend::add_product(c, a, b, T(1));
}

/// x (rows×n) ← x·l'⁻¹ for an n×n lower triangle l.
template <class T>
void solve_right_transposed(const T* l, Index l_stride, Index n, T* x, Index x_stride, Index rows) {
  for (Index first = 0; first < n; first += narrow) {
    const Index last = std::min(n, first + narrow), rest = n - last;
    for (Index k = first; k < last; ++k) {
      T* const column = x + k * x_stride;
      const T* const of_l = l + k * l_stride;
      small::loops::scale(column, 1 / of_l[k], int(rows));
      for (Index j = k + 1; j < last; ++j) small::loops::add(x + j * x_stride, -of_l[j], column, int(rows));
    }
    compact::add_product<T>(rows, rest, last - first, -1, {x + first * x_stride, 1, x_stride},
                            {l + last + first * l_stride, l_stride, 1}, x + last * x_stride, x_stride, false);
  }
}

/// x (rows×n) ← x·l⁻¹ for an n×n lower triangle l.
template <class T>
void solve_right_plain(const T* l, Index l_stride, Index n, T* x, Index x_stride, Index rows) {
  for (Index last = n; last > 0;) {
    const Index first = (last - 1) / narrow * narrow, rest = n - last;
    compact::add_product<T>(rows, last - first, rest, -1, {x + last * x_stride, 1, x_stride},
                            {l + last + first * l_stride, 1, l_stride}, x + first * x_stride, x_stride,
                            false);
    for (Index k = last - 1; k >= first; --k) {
      T* const column = x + k * x_stride;
      const T* const of_l = l + k * l_stride;
      for (Index j = k + 1; j < last; ++j) small::loops::add(column, -of_l[j], x + j * x_stride, int(rows));
      small::loops::scale(column, 1 / of_l[k], int(rows));
    }
    last = first;
  }
}

template <class T>
void solve_triangle_right(const Operand<T>& l, const Target<T>& x) {
  if (hollow(l) || hollow(x)) return;
  (l.transposed ? solve_right_transposed<T> : solve_right_plain<T>)(l.data, l.stride, l.rows, x.data,
                                                                    x.stride, x.rows);
}

template <class T>
bool all_finite(const Operand<T>& a) {
  if (hollow(a)) return true;
  if (a.stride == a.rows) return compact::finite(a.rows * a.cols, a.data);
  for (Index j = 0; j < a.cols; ++j) {
    if (!compact::finite(a.rows, a.data + j * a.stride)) return false;
  }
  return true;
}

inline double product_bytes(Index rows, Index cols, Index depth, double scalar_bytes) {
  const double deep = double(std::min(depth, compact::block_depth));
  // Stripes are at most as wide as tiles of floats are high, whatever the precision.
  constexpr Index widest = compact::tile_rows<float>;
  return scalar_bytes * deep *
         double(std::min(compact::whole_tiles(rows, widest), compact::block_rows) +
                std::min(compact::whole_tiles(cols, widest), compact::block_cols));
}

inline MatrixD product(Operand<double> a, Operand<double> b, Workspace* w) {
  MatrixD result(w, a.height(), b.width());
  library_product(w, a.height(), b.width(), a.width(), sizeof(double));
  if (hollow(a) || hollow(b) || measuring(w)) return result;
  result.setZero();
  add_product<double>(result, a, b, 1);
  return result;
}

inline void set_symmetric_product(Target<double> y, Operand<double> a, Operand<double> x) {
  if (hollow(y) || hollow(a) || hollow(x)) return;
  std::fill_n(y.data, a.rows, 0.0);
  // The entries below the 4×4 blocks of the diagonal first, four columns at a time, then these blocks: each
  // entry is read once.
  for (Index j = 0; j + 4 < a.rows; j += 4) {
    const Index below = j + 4;
    compact::add_four_and_dot(a.rows - below, x.data + j, a.data + j * a.stride + below, a.stride,
                              x.data + below, y.data + below, y.data + j);
  }
  for (Index j = 0; j < a.rows; ++j) {
    const double* const column = a.data + j * a.stride;
    y.data[j] += column[j] * x.data[j];
    for (Index i = j + 1; i < std::min(a.rows, j - j % 4 + 4); ++i) {
      y.data[j] += column[i] * x.data[i];
      y.data[i] += column[i] * x.data[j];
    }
  }
}

inline void solve_triangle(Operand<double> l, Target<double> x) {
  if (hollow(l) || hollow(x)) return;
  const Index n = l.rows;
  const auto at = [&](Index i, Index j) { return l.data + i + j * l.stride; };
  if (!l.transposed) {
    for (Index first = 0; first < n; first += narrow) {
      const Index last = std::min(n, first + narrow);
      for (Index j = 0; j < x.cols; ++j) {
        double* const column = x.data + j * x.stride;
        for (Index k = first; k < last; ++k) {
          column[k] /= *at(k, k);
          small::loops::add(column + k + 1, -column[k], at(k + 1, k), int(last - k - 1));
        }
      }
      compact::add_product<double>(n - last, x.cols, last - first, -1, {at(last, first), 1, l.stride},
                                   {x.data + first, 1, x.stride}, x.data + last, x.stride, false);
    }
    return;
  }
  for (Index last = n; last > 0;) {
    const Index first = (last - 1) / narrow * narrow;
    compact::add_product<double>(last - first, x.cols, n - last, -1, {at(last, first), l.stride, 1},
                                 {x.data + last, 1, x.stride}, x.data + first, x.stride, false);
    for (Index j = 0; j < x.cols; ++j) {
      double* const column = x.data + j * x.stride;
      for (Index k = last - 1; k >= first; --k) {
        column[k] =
            (column[k] - small::loops::dot(at(k + 1, k), column + k + 1, int(last - k - 1))) / *at(k, k);
      }
    }
    last = first;
  }
}

inline double squared_length(Operand<double> a) {
  double result = 0;
  if (hollow(a)) return result;
  for (Index j = 0; j < a.cols; ++j) {
    const double* const column = a.data + j * a.stride;
    result += small::loops::dot(column, column, int(a.rows));
  }
  return result;
}

}  // namespace tanda::internal::backend
