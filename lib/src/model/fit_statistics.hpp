// Fits a model to statistics instead of samples: for data that are larger than memory, come from several
// machines, or never end.
#pragma once

#include "data/running_statistics.hpp"
#include "model/fit.hpp"

namespace tanda::internal {

/// Gives the model that the samples would have given, up to rounding. Only for methods that need no more than
/// statistics; others fail with an explanation. Without a method, the last of them in the order of the
/// default comparison is taken. Classifies by the nearest class mean.
Result<Model> fit_statistics(const Registry& registry, const RunningStatistics& statistics,
                             FitOptions options, Monitor& monitor);

}  // namespace tanda::internal
