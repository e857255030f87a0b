// Preprocessing of statistics: the same as `prepare` for samples, as far as possible without samples.
#pragma once

#include "data/class_statistics.hpp"
#include "data/preprocess.hpp"
#include "data/running_statistics.hpp"

namespace tanda::internal {

/// The map back to raw units (without points and span), and the statistics for the method.
struct PreparedStatistics {
  Prepared<double> prepared;
  ClassScatter scatter;
};

/// `supervised`: at least two classes are required. Scale::unit is refused, because the lengths of samples
/// are unknown. If w only counts, there are as many dims as possible. O(d² C), O(d³) with a PCA
Result<PreparedStatistics> prepare(const RunningStatistics& statistics, bool supervised, Scale scale,
                                   PcaChoice pca, Monitor& monitor, Workspace* w);

}  // namespace tanda::internal
