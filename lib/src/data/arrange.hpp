// Arranging: the samples of a table checked and brought into the order of their classes.
#pragma once

#include "data/dataset.hpp"
#include "data/points.hpp"
#include "tanda/status.hpp"

namespace tanda::internal {

/// Are there samples, are all values finite?
template <class S>
Status check_finite(const Dataset<S>& data);
/// Are the class numbers among the classes?
template <class S>
Status check_labels(const Dataset<S>& data);
/// All that a fit asks of its samples: both, and that there are two or more.
template <class S>
Status check_values(const Dataset<S>& data);

/// The samples in use, sorted by class, and where each class lies, which is known where all else is measured
/// only: on the heap.
struct Arranged {
  Array<int> order;  ///< the caller's index of each
  Classes classes;
};

/// All samples as one class, in their own order.
Arranged arrange_as_one(Index samples, Workspace* w = nullptr);

/// Sorted by class number; classes without samples are passed over. Unlabelled samples are left out, or come
/// last. Where w counts, `order` has room for all of them but no entries, and there is one class.
Arranged arrange_by_class(Index samples, const int* labels, bool keep_unlabelled, Workspace* w = nullptr);

}  // namespace tanda::internal
