#include "data/class_part.hpp"

#include <cmath>

#include "linalg/dense.hpp"
#include "tanda/detail/random.hpp"

namespace tanda::internal {

Array<int> class_folds(const Classes& classes, Index folds, std::uint64_t seed, Workspace* w) {
  Random random(seed);
  Array<int> result(w, std::size_t(classes.labelled())), order(w);
  order.reserve(std::size_t(classes.largest()));
  if (measuring(w)) return result;
  int next = 0;  // goes on from class to class, so that small classes do not all fill the first fold
  for (Index c = 0; c < classes.count(); ++c) {
    order.clear();
    for (Index i = classes.first(c); i < classes.last(c); ++i) order.push_back(int(i));
    random.shuffle(order);
    for (const int i : order) result[std::size_t(i)] = next++ % int(folds);
  }
  return result;
}

template <class S>
PartStatistics part_statistics(const Samples<S>& samples, const Classes& classes, const Mask& part) {
  Workspace* const home = samples.home();
  const Index d = samples.dims(), count = classes.count();
  PartStatistics result{MatrixD(home, d, count), VectorD(home, VectorD::Zero(count)), VectorD(home, d)};
  if (measuring(home)) {
    const VectorD parts(home, count), mean(home, d);
    library_product(home, d, 1, count, sizeof(double));
    return result;
  }
  for (Index c = 0; c < classes.count(); ++c) {
    for (Index i = classes.first(c); i < classes.last(c); ++i) result.sizes[c] += part[std::size_t(i)];
    ColumnSum<S> sum(samples, result.means.col(c));
    for (Index i = classes.first(c); i < classes.last(c); ++i) {
      if (part[std::size_t(i)]) sum.add(1 / result.sizes[c], i);
    }
    sum.finish();
  }
  const VectorD parts(home, result.sizes / result.sizes.sum());
  result.mean = static_cast<const MatrixD::Base&>(product(result.means, parts, home));
  return result;
}

MatrixD class_targets(const PartStatistics& part) {
  MatrixD result = part.means;
  if (measuring(result.home())) return result;
  const double n = part.sizes.sum();
  for (Index c = 0; c < result.cols(); ++c) {
    const double factor = std::sqrt(part.sizes[c] * n);
    for (Index i = 0; i < result.rows(); ++i) result(i, c) = factor * (part.means(i, c) - part.mean[i]);
  }
  return result;
}

template PartStatistics part_statistics(const Samples<float>&, const Classes&, const Mask&);
template PartStatistics part_statistics(const Samples<double>&, const Classes&, const Mask&);

}  // namespace tanda::internal
