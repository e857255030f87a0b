// Points for neighbour search and graphs, made by hand: columns sorted by class, in the original order within
// each.
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "data/points.hpp"
#include "tanda/detail/random.hpp"

/// Owns the data that Points refers to.
template <class S>
struct SortedPoints {
  tanda::internal::Samples<S> samples;
  tanda::internal::Classes classes;
  tanda::internal::Array<int> original;
  tanda::internal::Monitor monitor;

  tanda::internal::Points<S> view() { return {samples, classes, original, monitor}; }
};

/// Sorts columns by label; columns with a negative label have none and come last. Only classes that occur are
/// counted.
template <class S>
SortedPoints<S> sorted_points(const tanda::internal::MatrixD& x, const std::vector<int>& labels) {
  using tanda::internal::Index;
  SortedPoints<S> result;
  const std::size_t n = labels.size();
  result.original.resize(n);
  std::iota(result.original.begin(), result.original.end(), 0);
  const auto key = [&](int i) { return labels[std::size_t(i)] < 0 ? 1 << 30 : labels[std::size_t(i)]; };
  std::stable_sort(result.original.begin(), result.original.end(),
                   [&](int a, int b) { return key(a) < key(b); });
  result.samples.x.resize(x.rows(), Index(n));
  for (std::size_t i = 0; i < n; ++i) {
    const int from = result.original[i];
    result.samples.x.col(Index(i)) = x.col(from).cast<S>();
    const bool labelled = labels[std::size_t(from)] >= 0;
    if (labelled && (i == 0 || key(from) != key(result.original[i - 1])))
      result.classes.begin.push_back(Index(i));
  }
  const auto labelled = std::count_if(labels.begin(), labels.end(), [](int label) { return label >= 0; });
  result.classes.begin.push_back(Index(labelled));
  result.samples.shift = tanda::internal::VectorD::Zero(x.rows());
  return result;
}

/// Uniform random entries in [-1, 1).
inline tanda::internal::MatrixD random_matrix(tanda::internal::Index rows, tanda::internal::Index columns,
                                              std::uint64_t seed) {
  tanda::Random random(seed);
  return tanda::internal::MatrixD::NullaryExpr(rows, columns, [&] { return 2 * random.uniform() - 1; });
}

/// Random whole numbers 0..levels-1: full of ties.
inline tanda::internal::MatrixD random_grid(tanda::internal::Index rows, tanda::internal::Index columns,
                                            int levels, std::uint64_t seed) {
  tanda::Random random(seed);
  return tanda::internal::MatrixD::NullaryExpr(rows, columns,
                                               [&] { return double(random.below(std::uint64_t(levels))); });
}

inline std::vector<int> random_labels(tanda::internal::Index count, int classes, std::uint64_t seed) {
  tanda::Random random(seed);
  std::vector<int> labels(static_cast<std::size_t>(count));
  for (int& label : labels) label = int(random.below(std::uint64_t(classes)));
  return labels;
}
