// Samples of every class, far from each other, each standing for the points around it.
#pragma once

#include <limits>

#include "base/order.hpp"
#include "data/points.hpp"

namespace tanda::internal {

/// How many points are sampled in all classes, with at most so many in each.
inline Index most_sampled(const Classes& classes, Index most) {
  Index result = 0;
  for (Index c = 0; c < classes.count(); ++c) result += std::min(most, classes.size(c));
  return result;
}

/// The sampled points of every class, and the nearest sampled point of each point.
struct Sampled {
  Array<int> nearest;  ///< for each column: a position in `columns`, -1 = unlabelled
  Array<int> columns;  ///< by class, ascending original index
  Array<int> original;
  Array<double> stand;  ///< for each sampled point: how many points it is nearest to
  Classes classes;      ///< small and known without the data, so it is not counted in the workspace
};

/// Farthest-point sampling: each next point is the one farthest from those chosen before. O(n · most · d) per
/// class.
template <class S>
Sampled sample_classes(const Points<S>& points, Index most) {
  Workspace* const home = points.home();
  const std::size_t n = std::size_t(points.count());
  Sampled result{Array<int>(home, n, -1), Array<int>(home), Array<int>(home), Array<double>(home), {}};
  Classes& classes = result.classes;
  classes.begin.reserve(points.classes.begin.size());
  classes.begin.push_back(0);
  for (Index c = 0; c < points.classes.count(); ++c)
    classes.begin.push_back(classes.labelled() + std::min(most, points.classes.size(c)));
  const std::size_t wanted = std::size_t(classes.labelled());
  result.columns.reserve(wanted);
  result.original.reserve(wanted);
  result.stand.reserve(wanted);
  Array<double> squared(home, n, std::numeric_limits<double>::infinity());
  Array<int> position(home, n, -1);
  if (measuring(home)) {
    result.columns.resize(wanted);
    result.original.resize(wanted);
    result.stand.resize(wanted);
    return result;
  }
  const auto original = [&](int column) { return points.original[std::size_t(column)]; };
  for (Index c = 0; c < points.classes.count(); ++c) {
    const int first = int(points.classes.first(c)), last = int(points.classes.last(c));
    const std::size_t begin = result.columns.size();
    int next = first;
    for (int i = first; i < last; ++i) next = original(i) < original(next) ? i : next;
    for (Index count = 0;
         count < std::min(most, Index(last - first)) && (count == 0 || points.monitor.advance(0)); ++count) {
      if (count > 0 && !(squared[std::size_t(next)] > 0)) break;  // the others are duplicates
      const int chosen = next;
      result.columns.push_back(chosen);
      for (int i = first; i < last; ++i) {
        double& least = squared[std::size_t(i)];
        int& nearest = result.nearest[std::size_t(i)];
        const double distance = points.samples.squared_distance(chosen, i);
        if (nearest < 0 || distance < least || (distance == least && original(chosen) < original(nearest))) {
          least = distance;
          nearest = chosen;
        }
        const double far = squared[std::size_t(next)];
        if (i == first || least > far || (least == far && original(i) < original(next))) next = i;
      }
    }
    sort_by(result.columns.data() + begin, result.columns.data() + result.columns.size(),
            points.original.data());
    classes.begin[std::size_t(c) + 1] = Index(result.columns.size());
  }
  for (std::size_t a = 0; a < result.columns.size(); ++a) {
    position[std::size_t(result.columns[a])] = int(a);
    result.original.push_back(original(result.columns[a]));
  }
  result.stand.resize(result.columns.size());
  for (int& nearest : result.nearest) {
    if (nearest >= 0) result.stand[std::size_t(nearest = position[std::size_t(nearest)])] += 1;
  }
  return result;
}

}  // namespace tanda::internal
