// A look at all values of a table: which column could be the label, and what a person should know before a
// fit.
#pragma once

#include <string>
#include <vector>

#include "csv_columns.hpp"
#include "data/dataset.hpp"

namespace tanda::internal::csv {

/// How many different values a column has, counted up to `most` + 1. NaN does not count. O(n log most).
template <class S>
long long distinct_values(const Table<S>& table, Index column, std::size_t most);

/// `varies`: per feature, whether its numbers differ as they are written; empty = as they are read.
/// Columns that name rows, never change or give the label away; copies of rows; classes of one sample. One
/// line each, with what to do. O(n d) time, O(n) memory for a moment.
template <class S>
std::vector<std::string> data_notes(const Table<S>& table, const Columns& columns,
                                    const std::vector<bool>& varies);

}  // namespace tanda::internal::csv
