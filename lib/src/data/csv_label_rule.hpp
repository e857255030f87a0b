// Finds the label column if no option names it. The program, the library, the package and the page share this
// rule.
#pragma once

#include <vector>

#include "csv_columns.hpp"

namespace tanda::internal::csv {

/// The rank of a name among the usual names of label columns, in order of priority; -1 = none of them.
int label_name_rank(std::string_view name);

/// Whether a cell of this row is "label": then the row is a header.
bool has_default_label(const Cells& row);

/// Chooses the label column by these rules:
/// 1. A column called label, class, target, ..., y. If its first rows are numbers that almost all differ and
///    exactly one column of text may be classes, that column instead.
/// 2. Of the columns whose first rows are text (without those that differ in every row, which are names): the
///    only one, else the last column of the table, else the one with the fewest different texts.
/// 3. `Columns::open`: the last column, or the only one of few whole numbers; decided at the end of the text.
/// A column that --keep names is a feature, not the label.
Status guess_label(Columns& columns, const Head& head, const CsvOptions& options,
                   const std::vector<bool>& kept);

/// For a model's features, a label is optional: the model's own, one with a usual name, or the last column.
Status guess_free_label(Columns& columns, const CsvOptions& options);

/// Without --label, fails if a column of row names or patches has a usual name of label columns and no free
/// column has one of higher priority: probably that column is the label.
Status check_label_not_taken(const Columns& columns, const CsvOptions& options);

/// Whether a column of whole numbers has few enough different values to be classes.
constexpr bool few_values(long long distinct, long long rows) {
  return distinct >= 2 && distinct <= 20 && 10 * distinct <= rows;
}
/// The last column may have more different values, because labels are usually there.
constexpr bool few_values_in_last(long long distinct, long long rows) {
  return distinct >= 2 && 5 * distinct <= rows;
}

/// The label column, decided from all rows: the last column, or the only one of few whole numbers.
/// `distinct(column, most)` gives the number of different values of a feature, or `most` + 1 if there are
/// more or not all are whole numbers.
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
