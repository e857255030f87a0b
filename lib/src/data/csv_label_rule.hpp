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

/// Which column is the label, all rows being there, where it was left open: the last one, or the only one of
/// few whole numbers. `distinct(column, most)`: how many different values a feature has, `most` + 1 where
/// there are more, or anything but whole numbers.
template <class Distinct>
int label_of_all_rows(const Columns& columns, long long rows, Distinct distinct) {
  constexpr long long most = 1000, most_elsewhere = 20;
  int few = -1, found = 0;
  for (int c = 0; c < columns.count(); ++c) {
    if (columns.target[std::size_t(c)] < 0) continue;
    const bool last = c == columns.label;
    const long long values = distinct(c, last ? most : most_elsewhere);
    if (last && values <= most && few_values_in_last(values, rows)) return c;
    if (!few_values(values, rows)) continue;
    few = c;
    ++found;
  }
  return found == 1 ? few : columns.label;
}

}  // namespace tanda::internal::csv
