// A fit from statistics instead of samples: for what is larger than memory, comes from many machines, or
// never ends.
#pragma once

#include "data/running_statistics.hpp"
#include "model/fit.hpp"

namespace tanda::internal {

/// The model that the samples would have given, to rounding, by methods that ask for no more than statistics;
/// others say that they need the samples. No method: of those the last one that is compared where none is
/// named. It classifies by the nearest class mean.
Result<Model> fit_statistics(const Registry& registry, const RunningStatistics& statistics,
                             FitOptions options, Monitor& monitor);

}  // namespace tanda::internal
