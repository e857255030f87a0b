// Inspects all values of a table: which column could be the label, and what the user should know before a
// fit.
#pragma once

#include <string>
#include <vector>

#include "csv_columns.hpp"
#include "data/dataset.hpp"

namespace tanda::internal::csv {

/// The number of different values in a column, counted up to `most` + 1, without NaN. O(n log most).
template <class S>
long long distinct_values(const Table<S>& table, Index column, std::size_t most);

/// Notes on columns that name rows, never change or give the label away; on copies of rows; on classes of one
/// sample. One line each, with a remedy. `varies`: per feature, whether its numbers differ as they are
/// written; empty = use the values read. O(n d) time, O(n) temporary memory.
template <class S>
std::vector<std::string> data_notes(const Table<S>& table, const Columns& columns,
                                    const std::vector<bool>& varies);

}  // namespace tanda::internal::csv
