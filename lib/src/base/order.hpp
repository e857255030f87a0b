// Sorting numbers by what they stand for: one sort for all of them, because every comparison of its own would
// bring a sort of its own into the program.
#pragma once

#include "base/array.hpp"

namespace tanda::internal {

/// Sorts numbers by keys[number], least first; equal keys by the numbers.
void sort_by(int* first, int* last, const double* keys);
void sort_by(int* first, int* last, const int* keys);
/// The numbers of the keys, least first, equal ones in their order; where the keys are.
Array<int> order_of(const Array<double>& keys);

}  // namespace tanda::internal
