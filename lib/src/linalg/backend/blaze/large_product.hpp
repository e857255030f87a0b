// Products of factors large enough to pack, by Blaze, on the caller's memory and in the caller's thread.
#pragma once

#define BLAZE_USE_SHARED_MEMORY_PARALLELIZATION 0
#define BLAZE_BLAS_MODE 0
#include <blaze/math/CustomMatrix.h>
#include <blaze/math/DynamicMatrix.h>

#include <algorithm>

#include "linalg/dense.hpp"

namespace tanda::internal {
namespace with_blaze {

template <class T>
using View = blaze::CustomMatrix<T, blaze::unaligned, blaze::unpadded, blaze::columnMajor>;

/// A view of `size` rows from `first` on. The const_cast is safe: views of factors are only read.
template <class T>
View<T> rows_of(const T* data, Index first, Index size, Index cols, Index stride) {
  return View<T>(const_cast<T*>(data) + first, std::size_t(size), std::size_t(cols), std::size_t(stride));
}

/// c += scale·a·b; c must not be empty.
template <class T, class C>
void add(C& c, const Operand<T>& a, const Operand<T>& b, T scale) {
  const View<T> left = rows_of(a.data, 0, a.rows, a.cols, a.stride),
                right = rows_of(b.data, 0, b.rows, b.cols, b.stride);
  if (a.transposed) {
    c += scale * (blaze::trans(left) * right);
  } else if (b.transposed) {
    c += scale * (left * blaze::trans(right));
  } else {
    c += scale * (left * right);
  }
}

/// Rows first..first+size of a left factor; `columns` gives such columns of a right factor.
template <class T>
Operand<T> rows(Operand<T> a, Index first, Index size) {
  a.data += a.transposed ? first * a.stride : first;
  (a.transposed ? a.cols : a.rows) = size;
  return a;
}
template <class T>
Operand<T> columns(const Operand<T>& b, Index first, Index size) {
  return rows(b.transpose(), first, size).transpose();
}

}  // namespace with_blaze

/// c += scale·a·b
template <class T>
void add_large_product(const Target<T>& c, const Operand<T>& a, const Operand<T>& b, T scale) {
  if (c.rows == 0 || c.cols == 0) return;
  with_blaze::View<T> to = with_blaze::rows_of(c.data, 0, c.rows, c.cols, c.stride);
  with_blaze::add(to, a, b, scale);
}

/// The lower triangle of c += scale·a·b: rectangles left of the diagonal are added in place; squares on the
/// diagonal are computed whole, and only their lower triangle is added.
template <class T>
void add_large_product_lower(const Target<T>& c, const Operand<T>& a, const Operand<T>& b, T scale) {
  constexpr Index side = 64;
  blaze::DynamicMatrix<T, blaze::columnMajor> square;
  for (Index first = 0; first < c.rows; first += side) {
    const Index size = std::min(side, c.rows - first);
    const Operand<T> left = with_blaze::rows(a, first, size);
    if (first > 0) {
      with_blaze::View<T> to = with_blaze::rows_of(c.data, first, size, first, c.stride);
      with_blaze::add(to, left, with_blaze::columns(b, 0, first), scale);
    }
    square.resize(std::size_t(size), std::size_t(size), false);
    square = T(0);
    with_blaze::add(square, left, with_blaze::columns(b, first, size), scale);
    for (Index j = 0; j < size; ++j) {
      T* const column = c.data + (first + j) * c.stride + first;
      for (Index i = j; i < size; ++i) column[i] += square(std::size_t(i), std::size_t(j));
    }
  }
}

/// An upper bound of the bytes that a product of this size packs its factors into. Blaze's blocks do not grow
/// with the product, so a constant is enough for large ones.
template <class T>
double packed_for_product(Index rows, Index cols, Index depth) {
  return std::min(1e6, sizeof(T) * double(depth) * (double(rows) + double(cols)));
}

}  // namespace tanda::internal
