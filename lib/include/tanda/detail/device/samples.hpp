// Samples in the caller's memory, their exact neighbours and the graphs these make. Freestanding: firmware
// includes this file.
#pragma once

#include "tanda/detail/device/arena.hpp"
#include "tanda/detail/device/global.hpp"

namespace tanda::device {

/// A matrix in memory that it does not own.
template <class T>
using Table = Eigen::Map<Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>>;

/// n×d, row after row, with a class number below `classes` for each.
template <class S>
struct Samples {
  const S* x;
  const int* labels;
  int count, dims, classes;

  const S* operator[](int i) const { return x + std::ptrdiff_t(i) * dims; }
};

/// At most `width` neighbours of each sample, nearest first. Two bytes each: at most 65535 samples.
struct Lists {
  static constexpr std::uint16_t none = 0xffff;
  static constexpr int most_samples = 0xffff;
  std::uint16_t* at;
  int width;

  std::uint16_t* of(int i) const { return at + std::ptrdiff_t(i) * width; }
  bool holds(int i, int j) const {
    for (int k = 0; k < width && of(i)[k] != none; ++k) {
      if (of(i)[k] == j) return true;
    }
    return false;
  }
  int count(int i) const {
    int k = 0;
    while (k < width && of(i)[k] != none) ++k;
    return k;
  }
};

enum class Scope : unsigned char { all, within, between };

/// What the fits to samples have in common.
template <class T>
struct Common {
  Scratch<T> s;
  int* sizes;             ///< samples of each class
  std::uint16_t* listed;  ///< memory of the lists, `width` for each sample
  T* nearest;             ///< distances of one list

  /// Allocates the members; `width` is that of the widest lists.
  Common(Arena& arena, int n, int d, int classes, int width)
      : s(arena.take<T>(std::size_t(d) * std::size_t(d)), arena.take<T>(std::size_t(d) * std::size_t(d)),
          arena.take<T>(std::size_t(d)), arena.take<T>(std::size_t(d)), arena.take<T>(2 * std::size_t(d)), d),
        sizes(arena.take<int>(std::size_t(classes))),
        listed(arena.take<std::uint16_t>(std::size_t(n) * std::size_t(width))),
        nearest(arena.take<T>(std::size_t(width))) {}
};

/// The width of lists: no sample has more neighbours than there are other samples.
inline int list_width(int neighbors, int n) {
  const int width = neighbors < n ? neighbors : n - 1;
  return width > 0 ? width : 0;
}

/// Whether the sizes are valid and their memory can be computed without overflow.
template <class S>
Code check_shape(const Samples<S>& samples) {
  if (samples.count <= 0 || samples.dims <= 0) return Code::empty_data;
  if (samples.count == 1) return Code::too_few_samples;
  if (samples.count > Lists::most_samples || samples.classes <= 0) return Code::bad_argument;
  return Code::ok;
}

/// Counts the classes and computes the mean; returns the code of an error in the samples.
template <class S, class T>
Code look_at(const Samples<S>& samples, Common<T>& c) {
  constexpr S largest = Statistics<S>::largest_value;
  const int n = samples.count, d = samples.dims;
  for (int k = 0; k < samples.classes; ++k) c.sizes[k] = 0;
  for (int j = 0; j < d; ++j) c.s.mean[j] = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < d; ++j) {
      if (!small::finite(samples[i][j])) return Code::not_finite;
      if (small::magnitude(samples[i][j]) > largest) return Code::too_large;
      c.s.mean[j] += T(samples[i][j]);
    }
    if (samples.labels[i] < 0 || samples.labels[i] >= samples.classes) return Code::wrong_shape;
    ++c.sizes[samples.labels[i]];
  }
  for (int j = 0; j < d; ++j) c.s.mean[j] /= T(n);
  int present = 0;
  for (int k = 0; k < samples.classes; ++k) present += c.sizes[k] > 0;
  return present < 2 ? Code::one_class : present == n ? Code::too_few_samples : Code::ok;
}

template <class T, class S>
T squared_distance(const Samples<S>& samples, int i, int j) {
  T sum = 0;
  for (int k = 0; k < samples.dims; ++k) {
    const T step = T(samples[i][k]) - T(samples[j][k]);
    sum += step * step;
  }
  return sum;
}

/// The `width` nearest of each sample within the scope; ties go to the lower index. O(n² d)
template <class S, class T>
Lists find_neighbors(const Samples<S>& samples, const Common<T>& c, Scope scope, int width) {
  const Lists lists{c.listed, width};
  for (int i = 0; i < samples.count; ++i) {
    std::uint16_t* list = lists.of(i);
    int filled = 0;
    for (int j = 0; j < samples.count; ++j) {
      const bool same = samples.labels[i] == samples.labels[j];
      if (j == i || (scope == Scope::within && !same) || (scope == Scope::between && same)) continue;
      const T distance = squared_distance<T>(samples, i, j);
      if (filled == width && !(distance < c.nearest[width - 1])) continue;
      int at = filled < width ? filled++ : width - 1;
      for (; at > 0 && distance < c.nearest[at - 1]; --at) {
        c.nearest[at] = c.nearest[at - 1];
        list[at] = list[at - 1];
      }
      c.nearest[at] = distance;
      list[at] = std::uint16_t(j);
    }
    for (int k = filled; k < width; ++k) list[k] = Lists::none;
  }
  return lists;
}

/// Calls use(j) for the edges of i in the or-graph: j is in i's list, or i in j's. No graph is stored;
/// looking through all lists costs less than one distance each. O(n k)
template <class Use>
void for_each_edge(const Lists& lists, int n, int i, Use use) {
  for (int k = 0; k < lists.count(i); ++k) use(int(lists.of(i)[k]));
  for (int j = 0; j < n; ++j) {
    if (lists.holds(j, i) && !lists.holds(i, j)) use(j);
  }
}

/// y += factor · (x_i − x_j), differences exact where the data are.
template <class S, class T>
void add_difference(const Samples<S>& samples, int i, int j, T factor, T* y) {
  for (int k = 0; k < samples.dims; ++k) y[k] += factor * (T(samples[i][k]) - T(samples[j][k]));
}

/// Sets the first half of the work space to zero and the second to x_i − mean.
template <class S, class T>
void start_row(const Samples<S>& samples, Scratch<T>& s, int i) {
  const int d = samples.dims;
  for (int k = 0; k < d; ++k) {
    s.work[k] = 0;
    s.work[d + k] = T(samples[i][k]) - s.mean[k];
  }
}

/// M (lower triangle) += factor · (first half of the work space)·(second half)'.
template <class T>
void add_row(Table<T>& m, T factor, const Scratch<T>& s) {
  const int d = s.dims();
  small::add_outer(m, factor, small::ConstNumbers<T>(s.work.data(), d),
                   small::ConstNumbers<T>(s.work.data() + d, d));
}

/// M (lower triangle) = factor · X L X' of the or-graph. O(n k d + n d²)
template <class S, class T>
void set_laplacian(const Samples<S>& samples, Common<T>& c, const Lists& lists, T factor, Table<T>& m) {
  small::clear(m);
  for (int i = 0; i < samples.count; ++i) {
    start_row(samples, c.s, i);
    for_each_edge(lists, samples.count, i,
                  [&](int j) { add_difference(samples, i, j, T(1), c.s.work.data()); });
    add_row(m, factor, c.s);
  }
}

/// The bytes requested from a measuring arena, plus the worst-case loss by alignment.
inline std::size_t with_alignment(const Arena& measured) {
  return measured.wanted() + Arena::alignment - 1;
}

}  // namespace tanda::device
