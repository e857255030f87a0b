// The label column where nobody names it: the one rule of the program, the library, the package and the page.
#pragma once

#include <vector>

#include "csv_columns.hpp"

namespace tanda::internal::csv {

/// The place of a name among those that label columns are called, the surest first; -1 = it is none.
int label_name_rank(std::string_view name);

/// Is a cell of this row "label"? Then the row is a header.
bool has_default_label(const Cells& row);

/// 1. A column called label, class, target, ..., y; but where its first rows are numbers that almost all
///    differ and one column of text may be classes, that one.
/// 2. Of the columns whose first rows are text (unless each has another one: those are names): the only one,
///    else the last column, else the one with the fewest different texts.
/// 3. `Columns::open`: the last column, or the only one of few whole numbers; all rows decide.
/// What --keep names is a feature, not the label.
Status guess_label(Columns& columns, const Head& head, const CsvOptions& options,
                   const std::vector<bool>& kept);

/// Beside a model's features, a label is optional: the model's own, one called so, or the last column.
Status guess_free_label(Columns& columns, const CsvOptions& options);

/// Without --label, a column of names of rows or of patches may not be called as label columns are, unless a
/// free one is called so more surely: a label would be missed, and something else be classified.
Status check_label_not_taken(const Columns& columns, const CsvOptions& options);

/// Of whole numbers that are written as such: few enough to be classes?
constexpr bool few_values(long long distinct, long long rows) {
  return distinct >= 2 && distinct <= 20 && 10 * distinct <= rows;
}
/// The last column may have more of them: that is where labels usually are.
constexpr bool few_values_in_last(long long distinct, long long rows) {
  return distinct >= 2 && 5 * distinct <= rows;
}

}  // namespace tanda::internal::csv
