// Matrices in somebody else's memory and the few operations the device fits are made of: plain loops, no
// heap, no library. Freestanding: firmware includes this file.
#pragma once

#include <limits>

#include "tanda/model/projection.hpp"

namespace tanda::device {

/// Columns of `stride` numbers; the memory belongs to the caller.
template <class T>
struct Block {
  T* at;
  int rows, columns, stride;

  T& operator()(int i, int j) const { return at[i + j * stride]; }
  T* column(int j) const { return at + j * stride; }
  Block leading(int count_rows, int count_columns) const { return {at, count_rows, count_columns, stride}; }
};

template <class T>
Block<T> square(T* memory, int size) {
  return {memory, size, size, size};
}

template <class T>
T magnitude(T x) {
  return x < 0 ? -x : x;
}

/// False for infinities and what is not a number.
template <class T>
bool finite(T x) {
  return magnitude(x) <= std::numeric_limits<T>::max();
}

template <class T>
void fill(const Block<T>& m, T value) {
  for (int j = 0; j < m.columns; ++j) {
    for (int i = 0; i < m.rows; ++i) m(i, j) = value;
  }
}

template <class T>
T trace(const Block<T>& m) {
  T sum = 0;
  for (int i = 0; i < m.rows; ++i) sum += m(i, i);
  return sum;
}

template <class T>
T dot(const T* a, const T* b, int size) {
  T sum = 0;
  for (int i = 0; i < size; ++i) sum += a[i] * b[i];
  return sum;
}

/// y += factor · x
template <class T>
void add_scaled(T* y, T factor, const T* x, int size) {
  for (int i = 0; i < size; ++i) y[i] += factor * x[i];
}

/// Lower triangle of M += factor · y·x'.
template <class T>
void add_outer(const Block<T>& m, T factor, const T* y, const T* x) {
  for (int j = 0; j < m.columns; ++j) {
    const T f = factor * x[j];
    for (int i = j; i < m.rows; ++i) m(i, j) += f * y[i];
  }
}

/// The upper triangle from the lower one.
template <class T>
void mirror(const Block<T>& m) {
  for (int j = 0; j < m.columns; ++j) {
    for (int i = j + 1; i < m.rows; ++i) m(j, i) = m(i, j);
  }
}

/// M becomes M·F in its own memory, row by row; F has at most as many columns as M. `row` holds one row.
template <class T>
void times_in_place(const Block<T>& m, const Block<T>& f, T* row) {
  for (int i = 0; i < m.rows; ++i) {
    for (int k = 0; k < f.rows; ++k) row[k] = m(i, k);
    for (int j = 0; j < f.columns; ++j) m(i, j) = dot(row, f.column(j), f.rows);
  }
}

/// The upper left corner of symmetric A becomes W'AW. O(d² q)
template <class T>
void congruence(const Block<T>& a, const Block<T>& w, T* work) {
  times_in_place(a, w, work);
  for (int j = 0; j < w.columns; ++j) {
    for (int i = 0; i < w.rows; ++i) work[i] = a(i, j);
    for (int i = 0; i < w.columns; ++i) a(i, j) = dot(w.column(i), work, w.rows);
  }
}

}  // namespace tanda::device
