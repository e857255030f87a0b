// A subset of the samples, such as those outside a fold, and the statistics of its classes.
#pragma once

#include "data/class_statistics.hpp"

namespace tanda::internal {

/// For each sample, whether it is in the subset.
using Mask = Array<char>;

/// The fold of each labelled sample; every class is spread over all folds.
Array<int> class_folds(const Classes& classes, Index folds, std::uint64_t seed, Workspace* w = nullptr);

/// Statistics of the labelled samples in the subset, centred at their own mean.
template <class S>
class PartStatistics : public ClassStatistics {
 public:
  PartStatistics(const Samples<S>& samples, const Classes& classes, const Mask& part, Monitor& monitor);

  Index dims() const override { return samples_.dims(); }
  Index classes() const override { return classes_.count(); }
  double size(Index c) const override { return sizes_.data() ? sizes_[c] : 0; }
  Workspace* home() const override { return samples_.home(); }
  const MatrixD& means() override { return means_; }
  MatrixD within() override;
  MatrixD total(Index panel) override;
  MatrixD class_total(Index) override { return {}; }
  bool knows_each() const override { return false; }

 private:
  bool takes_part(Index i) const { return i < classes_.labelled() && part_[std::size_t(i)]; }

  const Samples<S>& samples_;
  const Classes& classes_;
  const Mask& part_;
  Monitor& monitor_;
  MatrixD means_;  ///< of the classes, relative to `mean_`
  VectorD sizes_, mean_;
};

}  // namespace tanda::internal
