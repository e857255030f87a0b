#include "graph/part_neighbors.hpp"

#include <algorithm>

#include "candidates.hpp"

namespace tanda::internal {

Index wide_lists(Index k, Index folds) {
  return k + 3 * ((k + folds - 2) / (folds - 1)) + 8;
}

template <class S>
NeighborLists part_lists(const Points<S>& points, const NeighborLists& wide, const Mask& part, Index k) {
  const Index n = points.count();
  k = std::min(k, n - 1);
  NeighborLists lists{k, Array<int>(points.home(), std::size_t(n * k), -1)};
  Array<Candidate> order(points.home());
  order.reserve(std::size_t(n));
  if (measuring(points.home())) return lists;
  for (Index i = 0; i < n; ++i) {
    if (!part[std::size_t(i)]) continue;
    int *out = lists.begin(i), *const end = out + k;
    for (const int* j = wide.begin(i); j != wide.end(i) && out != end; ++j) {
      if (*j >= 0 && part[std::size_t(*j)]) *out++ = *j;
    }
    if (out == end || wide.width >= n - 1) continue;
    order.clear();
    for (Index j = 0; j < n; ++j) {
      if (j != i && part[std::size_t(j)])
        order.push_back({points.samples.squared_distance(i, j), points.original[std::size_t(j)], int(j)});
    }
    const std::size_t kept = std::min(order.size(), std::size_t(k));
    std::partial_sort(order.begin(), order.begin() + kept, order.end());
    for (std::size_t e = 0; e < kept; ++e) lists.begin(i)[e] = order[e].column;
  }
  return lists;
}

template NeighborLists part_lists(const Points<float>&, const NeighborLists&, const Mask&, Index);
template NeighborLists part_lists(const Points<double>&, const NeighborLists&, const Mask&, Index);

}  // namespace tanda::internal
