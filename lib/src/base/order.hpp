// Sorting indices by keys. All callers share one comparison function, because each further one would compile
// std::sort into the program once more.
#pragma once

#include "base/array.hpp"

namespace tanda::internal {

/// Sorts indices by keys[index], ascending; equal keys by index.
void sort_by(int* first, int* last, const double* keys);
void sort_by(int* first, int* last, const int* keys);
/// The indices of the keys in ascending order of key, equal keys by index; in the workspace of the keys.
Array<int> order_of(const Array<double>& keys);

}  // namespace tanda::internal
