// Checks the samples of a table and sorts them by class.
#pragma once

#include "data/dataset.hpp"
#include "data/points.hpp"
#include "tanda/status.hpp"

namespace tanda::internal {

/// Fails if there are no samples or a value is not finite.
template <class S>
Status check_finite(const Dataset<S>& data);
/// Fails if a class number is not that of a class.
template <class S>
Status check_labels(const Dataset<S>& data);
/// All checks of a fit's samples: both of the above, at least two samples, and valid numbers of patches.
template <class S>
Status check_values(const Dataset<S>& data);

/// The samples in use, sorted by class, and the column range of each class. The ranges are on the heap,
/// because they are known even when all else is only measured.
struct Arranged {
  Array<int> order;  ///< the caller's index of each sample
  Classes classes;
};

/// All samples as one class, in their own order.
Arranged arrange_as_one(Index samples, Workspace* w = nullptr);

/// Sorts samples by class number and skips classes without samples. Unlabelled samples are left out or put
/// last. If w only counts, `order` has room for all samples but no entries, and there is one class.
Arranged arrange_by_class(Index samples, const int* labels, bool keep_unlabelled, Workspace* w = nullptr);

}  // namespace tanda::internal
