// The two points farthest from each other, without storing all distances.
#pragma once

#include <limits>

#include "data/points.hpp"

namespace tanda::internal {

/// With more points than this, the pair is only approximately the farthest, and takes O(n d).
inline constexpr Index exact_pair_most = 1024;

/// Positions in a list of columns; first < second.
struct FarPair {
  Index first, second;
  double squared;
};

/// From a point to the farthest one from it, and so on, as long as the distance grows.
template <class S>
FarPair swept_pair(const Samples<S>& samples, const int* columns, Index count) {
  FarPair best{0, 1, samples.squared_distance(columns[0], columns[1])};
  Index from = 0;
  for (int sweep = 0; sweep < 8; ++sweep) {
    Index farthest = from;
    double squared = best.squared;
    for (Index j = 0; j < count; ++j) {
      const double distance = samples.squared_distance(columns[from], columns[j]);
      if (distance > squared) {
        squared = distance;
        farthest = j;
      }
    }
    if (farthest == from) break;
    best = {std::min(from, farthest), std::max(from, farthest), squared};
    from = farthest;
  }
  return best;
}

/// Ties go to the lower positions. Products of blocks rule pairs out; pairs within the rounding error of the
/// best are measured by differences. O(n² d) at the speed of matrix products.
template <class S>
FarPair farthest_pair(const Samples<S>& samples, const int* columns, Index count) {
  constexpr Index block = 64;
  Workspace* const home = samples.home();
  FarPair best{0, 1, 0};
  if (measuring(home)) {
    count = std::min(count, exact_pair_most);
  } else {
    best = swept_pair(samples, columns, count);
    if (count > exact_pair_most || !(best.squared > 0)) return best;
  }
  Matrix<S> x(home, samples.dims(), count), room(home, std::min(block, count), std::min(block, count));
  Vector<S> norms(home, count);
  library_product(home, room.rows(), room.cols(), x.rows(), sizeof(S));
  if (measuring(home)) return best;
  for (Index i = 0; i < count; ++i) x.col(i) = samples.x.col(columns[i]) - samples.x.col(columns[0]);
  norms = x.colwise().squaredNorm();
  const double slack =
      4 * double(std::numeric_limits<S>::epsilon()) * double(x.rows() + 8) * double(norms.maxCoeff());
  for (Index from = 0; from < count; from += block) {
    const Index rows = std::min(block, count - from);
    for (Index to = from; to < count; to += block) {
      const Index size = std::min(block, count - to);
      Eigen::Map<PlainMatrix<S>> dots(room.data(), rows, size);
      set_product(dots, x.middleCols(from, rows).transpose(), x.middleCols(to, size));
      for (Index b = 0; b < size; ++b) {
        const Index j = to + b;
        dots.col(b) = norms.segment(from, rows) - S(2) * dots.col(b);
        if (double(dots.col(b).maxCoeff()) + double(norms[j]) + slack < best.squared) continue;
        for (Index a = 0; a < rows && from + a < j; ++a) {
          if (double(dots(a, b)) + double(norms[j]) + slack < best.squared) continue;
          const Index i = from + a;
          const double squared = samples.squared_distance(columns[i], columns[j]);
          const bool lower = i < best.first || (i == best.first && j < best.second);
          if (squared > best.squared || (squared == best.squared && lower)) best = {i, j, squared};
        }
      }
    }
  }
  return best;
}

}  // namespace tanda::internal
