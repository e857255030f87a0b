#include "data/class_part.hpp"

#include "tanda/detail/random.hpp"

namespace tanda::internal {

Array<int> class_folds(const Classes& classes, Index folds, std::uint64_t seed, Workspace* w) {
  Random random(seed);
  Array<int> result(w, std::size_t(classes.labelled())), order(w);
  order.reserve(std::size_t(classes.largest()));
  if (measuring(w)) return result;
  int next = 0;  // continues from class to class, so that small classes do not all fill the first fold
  for (Index c = 0; c < classes.count(); ++c) {
    order.clear();
    for (Index i = classes.first(c); i < classes.last(c); ++i) order.push_back(int(i));
    random.shuffle(order);
    for (const int i : order) result[std::size_t(i)] = next++ % int(folds);
  }
  return result;
}

template <class S>
PartStatistics<S>::PartStatistics(const Samples<S>& samples, const Classes& classes, const Mask& part,
                                  Monitor& monitor)
    : samples_(samples),
      classes_(classes),
      part_(part),
      monitor_(monitor),
      means_(samples.home(), samples.dims(), classes.count()),
      sizes_(samples.home(), classes.count()),
      mean_(samples.home(), samples.dims()) {
  if (measuring(home())) return;
  sizes_.setZero();
  mean_.setZero();
  for (Index c = 0; c < classes.count(); ++c) {
    for (Index i = classes.first(c); i < classes.last(c); ++i) sizes_[c] += part[std::size_t(i)];
    ColumnSum<S> sum(samples, means_.col(c));
    for (Index i = classes.first(c); i < classes.last(c); ++i) {
      if (part[std::size_t(i)]) sum.add(1 / sizes_[c], i);
    }
    sum.finish();
    mean_ += sizes_[c] * means_.col(c);
  }
  mean_ /= sizes_.sum();
  means_.colwise() -= mean_;
}

template <class S>
MatrixD PartStatistics<S>::within() {
  return squared_scatter(samples_, monitor_, [&](Index i, ColumnSum<S>& sum) {
    if (!takes_part(i)) return;
    sum.add(1, i);
    sum.add(-1, mean_);
    sum.add(-1, means_.col(classes_.of(i)));
  });
}

template <class S>
MatrixD PartStatistics<S>::total(Index) {
  return squared_scatter(samples_, monitor_, [&](Index i, ColumnSum<S>& sum) {
    if (!takes_part(i)) return;
    sum.add(1, i);
    sum.add(-1, mean_);
  });
}

template class PartStatistics<float>;
template class PartStatistics<double>;

}  // namespace tanda::internal
