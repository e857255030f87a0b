// Preprocessing of statistics: what `prepare` does to samples, as far as it can be done without them.
#pragma once

#include "data/class_statistics.hpp"
#include "data/preprocess.hpp"
#include "data/running_statistics.hpp"

namespace tanda::internal {

/// The way back to raw units (there are no points and no span), and what the method is given.
struct PreparedStatistics {
  Prepared<double> prepared;
  ClassScatter scatter;
};

/// `supervised`: two classes are asked for. Lengths of samples are not known: not for Scale::unit. Where w
/// counts, there are as many dims as there may be. O(d² C), O(d³) with a PCA
Result<PreparedStatistics> prepare(const RunningStatistics& statistics, bool supervised, Scale scale,
                                   PcaChoice pca, Monitor& monitor, Workspace* w);

}  // namespace tanda::internal
