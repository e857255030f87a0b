#include "data/class_statistics.hpp"

#include <cmath>

#include "linalg/dense.hpp"

namespace tanda::internal {

template <class S>
MatrixD class_means(const Samples<S>& samples, const Classes& classes, const VectorD* stand) {
  MatrixD means(samples.home(), samples.dims(), classes.count());
  if (measuring(samples.home())) return means;
  for (Index c = 0; c < classes.count(); ++c) {
    const Index first = classes.first(c), last = classes.last(c);
    const double size = stand ? stand->segment(first, last - first).sum() : double(last - first);
    ColumnSum<S> sum(samples, means.col(c));
    for (Index i = first; i < last; ++i) sum.add((stand ? (*stand)[i] : 1.0) / size, i);
    sum.finish();
  }
  return means;
}

double ClassStatistics::samples() const {
  double all = 0;
  for (Index c = 0; c < classes(); ++c) all += size(c);
  return all;
}

void ClassStatistics::add_between(MatrixD& to) {
  MatrixD scaled = means();
  library_product(home(), dims(), dims(), classes(), sizeof(double));
  if (measuring(home())) return;
  for (Index c = 0; c < classes(); ++c) scaled.col(c) *= std::sqrt(size(c));
  add_square_lower(to, scaled);
}

MatrixD ClassStatistics::between() {
  means();  // allocated first, because they stay in the workspace
  MatrixD result(home(), MatrixD::Zero(dims(), dims()));
  add_between(result);
  return result;
}

MatrixD ClassStatistics::targets() {
  MatrixD result = means();
  if (measuring(home())) return result;
  const double n = samples();
  for (Index c = 0; c < classes(); ++c) result.col(c) *= std::sqrt(size(c) * n);
  return result;
}

template <class S>
const MatrixD& SampleStatistics<S>::means() {
  if (means_.size() == 0) means_ = class_means(samples_, classes_);
  return means_;
}

// The class mean is subtracted before squaring, so that a small S_w keeps its digits.
template <class S>
MatrixD SampleStatistics<S>::within() {
  means();
  return squared_scatter(samples_, monitor_, [&](Index i, ColumnSum<S>& sum) {
    sum.add(1.0, i);
    sum.add(-1.0, means_.col(classes_.of(i)));
  });
}

template <class S>
MatrixD SampleStatistics<S>::total(Index panel) {
  return outer_product(samples_, 0, classes_.labelled(), &monitor_, panel);
}

template <class S>
MatrixD SampleStatistics<S>::quick_total() {
  if (sizeof(S) == sizeof(double)) return {};
  return quick_outer_product(samples_, &monitor_);
}

template <class S>
MatrixD SampleStatistics<S>::class_total(Index c) {
  return outer_product(samples_, classes_.first(c), classes_.size(c), &monitor_);
}

MatrixD ClassScatter::total(Index) {
  MatrixD result = scatter;
  add_between(result);
  return result;
}

MatrixD ClassScatter::class_total(Index c) {
  MatrixD result = scatters[std::size_t(c)];
  if (measuring(home())) return result;
  const MatrixD mean(home(), class_means.col(c));
  add_square_lower(result, mean, sizes[c]);
  return result;
}

#define TANDA_INSTANTIATE(S)                                                       \
  template MatrixD class_means(const Samples<S>&, const Classes&, const VectorD*); \
  template class SampleStatistics<S>;
TANDA_INSTANTIATE(float)
TANDA_INSTANTIATE(double)
#undef TANDA_INSTANTIATE

}  // namespace tanda::internal
