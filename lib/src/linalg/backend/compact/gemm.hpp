// C += scale·A·B for factors with any strides, in blocks that fit the cache.
#pragma once

#include <algorithm>
#include <memory>

#include "vectors.hpp"

namespace tanda::internal::compact {

/// Entry (i, j) lies at data[i·down + j·right].
template <class T>
struct Strided {
  const T* data;
  Index down, right;
  const T* at(Index i, Index j) const { return data + i * down + j * right; }
};

constexpr Index tile_cols = 4;
template <class T>
constexpr Index tile_rows = 2 * lanes<T>;
constexpr Index block_rows = 128, block_depth = 256, block_cols = 256;
/// The most entries of A for which packing does not pay.
constexpr Index small_factor = 1024;

inline Index whole_tiles(Index count, Index tile) {
  return (count + tile - 1) / tile * tile;
}

/// Packs stripes of `width` rows: the entries of a stripe are contiguous for each step of depth. The last
/// stripe is padded with zeros. Columns are packed as rows of the transpose.
template <class T>
void pack(const Strided<T>& from, Index count, Index depth, Index width, T* to) {
  for (Index first = 0; first < count; first += width) {
    const Index size = std::min(width, count - first);
    if (from.down == 1 && size == width) {
      for (Index p = 0; p < depth; ++p, to += width) {
        const T* column = from.at(first, p);
        for (Index i = 0; i < width; i += lanes<T>) store(to + i, load(column + i));
      }
      continue;
    }
    for (Index p = 0; p < depth; ++p, to += width) {
      const T* column = from.at(first, p);
      for (Index i = 0; i < size; ++i) to[i] = column[i * from.down];
      for (Index i = size; i < width; ++i) to[i] = 0;
    }
  }
}

/// One tile of C += scale·A·B from packed factors; rows of the packed B are `wide_b` entries apart. Only the
/// upper left rows×cols corner is added, and of it only entries (i, j) with i + above >= j: `above` is the
/// row of the tile's first entry in C minus its column. Not inlined: within a larger function WebAssembly
/// engines do not keep all sums in registers.
template <class T>
[[gnu::noinline]] void add_tile(Index depth, T scale, const T* a, const T* b, Index wide_b, T* c,
                                Index stride, Index rows, Index cols, Index above) {
  constexpr Index wide = lanes<T>;
  // Eight variables, because compilers do not reliably keep an array in registers.
  Packet<T> s00{}, s01{}, s10{}, s11{}, s20{}, s21{}, s30{}, s31{};
  for (Index p = 0; p < depth; ++p, a += tile_rows<T>, b += wide_b) {
    const Packet<T> upper = load(a), lower = load(a + wide);
    const Packet<T> b0 = same(b[0]), b1 = same(b[1]), b2 = same(b[2]), b3 = same(b[3]);
    s00 += upper * b0;
    s01 += lower * b0;
    s10 += upper * b1;
    s11 += lower * b1;
    s20 += upper * b2;
    s21 += lower * b2;
    s30 += upper * b3;
    s31 += lower * b3;
  }
  const Packet<T> sums[tile_cols][2] = {{s00, s01}, {s10, s11}, {s20, s21}, {s30, s31}};
  const Packet<T> factor = same(scale);
  if (rows == tile_rows<T> && cols == tile_cols && above >= tile_cols) {
    for (Index j = 0; j < tile_cols; ++j, c += stride) {
      store(c, load(c) + factor * sums[j][0]);
      store(c + wide, load(c + wide) + factor * sums[j][1]);
    }
    return;
  }
  for (Index j = 0; j < cols; ++j, c += stride) {
    T column[tile_rows<T>];
    store(column, factor * sums[j][0]);
    store(column + wide, factor * sums[j][1]);
    for (Index i = std::max<Index>(0, j - above); i < rows; ++i) c[i] += column[i];
  }
}

/// C += scale·A·B without packing, if the columns of A are contiguous, or its rows and the columns of B.
/// Gives false, and does nothing, for other strides. `lower` as in add_product.
template <class T>
bool add_plain_product(Index m, Index n, Index depth, T scale, Strided<T> a, Strided<T> b, T* c, Index stride,
                       bool lower) {
  if (a.down == 1) {
    for (Index j = 0; j < n; ++j) {
      const Index top = lower ? std::min(j, m) : 0;
      T factors[4];
      Index p = 0;
      for (; p + 4 <= depth; p += 4) {
        for (Index q = 0; q < 4; ++q) factors[q] = scale * *b.at(p + q, j);
        add_four(m - top, factors, a.at(top, p), a.right, c + j * stride + top);
      }
      for (; p < depth; ++p)
        small::loops::add(c + j * stride + top, scale * *b.at(p, j), a.at(top, p), int(m - top));
    }
    return true;
  }
  if (a.right != 1 || b.down != 1) return false;
  for (Index j = 0; j < n; ++j) {
    for (Index i = lower ? j : 0; i < m; ++i)
      c[j * stride + i] += scale * small::loops::dot(a.at(i, 0), b.at(0, j), int(depth));
  }
  return true;
}

/// C (m×n, columns `stride` apart) += scale·A·B; `lower`: only entries on and below the diagonal.
template <class T>
void add_product(Index m, Index n, Index depth, T scale, Strided<T> a, Strided<T> b, T* c, Index stride,
                 bool lower) {
  if (m == 0 || n == 0 || depth == 0) return;
  // For a small A the choice does not depend on the number of columns of B, so that a column gets the same
  // result alone and together with others.
  if ((n == 1 || m * depth <= small_factor) && add_plain_product(m, n, depth, scale, a, b, c, stride, lower))
    return;
  // In A·A' the packed B is used as the packed A, too, so B's stripes are as wide as tiles are high.
  const bool square = a.data == b.data && a.down == b.right && a.right == b.down;
  const Index wide_b = square ? tile_rows<T> : tile_cols;
  const Index deep = std::min(depth, block_depth);
  const Index packed_a = deep * std::min(whole_tiles(m, tile_rows<T>), block_rows);
  const Index packed_b = deep * std::min(whole_tiles(n, wide_b), block_cols);
  const std::unique_ptr<T[]> room(new T[std::size_t(packed_a + packed_b)]);
  T *const bs = room.get(), *const as = bs + packed_b;
  for (Index left = 0; left < n; left += block_cols) {
    const Index cols = std::min(block_cols, n - left);
    for (Index first = 0; first < depth; first += block_depth) {
      const Index steps = std::min(block_depth, depth - first);
      pack(Strided<T>{b.at(first, left), b.right, b.down}, cols, steps, wide_b, bs);
      for (Index top = lower ? left / block_rows * block_rows : 0; top < m; top += block_rows) {
        const Index rows = std::min(block_rows, m - top);
        const bool packed = square && top >= left && top + rows <= left + cols;
        const T* const tiles = packed ? bs + (top - left) * steps : as;
        if (!packed) pack(Strided<T>{a.at(top, first), a.down, a.right}, rows, steps, tile_rows<T>, as);
        for (Index j = 0; j < cols; j += tile_cols) {
          for (Index i = 0; i < rows; i += tile_rows<T>) {
            const Index above = lower ? top + i - (left + j) : tile_cols;
            if (above <= -tile_rows<T>) continue;
            add_tile(steps, scale, tiles + i * steps, bs + (j - j % wide_b) * steps + j % wide_b, wide_b,
                     c + top + i + (left + j) * stride, stride, std::min(tile_rows<T>, rows - i),
                     std::min(tile_cols, cols - j), above);
          }
        }
      }
    }
  }
}

}  // namespace tanda::internal::compact
