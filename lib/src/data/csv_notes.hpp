// Notes on what a reader decided, dropped or filled in, one sentence each.
#pragma once

#include <string>
#include <vector>

#include "csv_columns.hpp"
#include "csv_labels.hpp"

namespace tanda::internal::csv {

struct Tally {
  long long rows_seen = 0, rows_kept = 0, missing = 0, ragged = 0;
};

/// The reason for the label column, in a few words: "by its name".
const char* reason(const Columns& columns);

std::vector<std::string> table_notes(const Tally& tally, const Columns& columns, const LabelTexts& labels,
                                     const CsvOptions& options);

}  // namespace tanda::internal::csv
