// Decides the use of each column of a table: label, feature, names of rows; and whether there is a header.
#pragma once

#include <string>
#include <vector>

#include "csv_cells.hpp"
#include "data/csv.hpp"
#include "tanda/status.hpp"

namespace tanda::internal::csv {

/// One of the first rows of a text, which are held back until the use of each column is decided.
struct HeldRow {
  Cells cells;            ///< at most as many as the first row has
  std::size_t count = 0;  ///< number of fields of the row
  long long line = 0;     ///< line where the row begins, from 1
};
using Head = std::vector<HeldRow>;

/// The reason for the choice of the label column.
enum class Why : unsigned char { told, name, fitted, text, fewest_texts, whole_numbers, last, file };

struct Columns {
  static constexpr int is_label = -1, passed_over = -2, is_id = -3, dropped = -4, is_patch = -5;

  bool header = false;
  char decimal = '.';
  bool decimal_seen = false;  ///< the decimal comma was detected, not given as an option
  Cells names;                ///< of all columns, in UTF-8; empty without a header
  bool latin = false;         ///< some names were in Latin-1 and have been converted
  std::vector<int> target;    ///< per column: index of its feature, or one of the constants above
  int features = 0;
  int label = -1;  ///< the label column from 0, -1 = none
  int named = -1;  ///< a feature with a name usual for labels, passed over because it holds measurements
  int id = -1, patches = -1;
  Why why = Why::told;
  const char* file_reason = "";  ///< the reason of Why::file
  /// The label is the last column unless the values of all rows show otherwise; until then the column is also
  /// read as a feature.
  bool open = false;

  int count() const { return int(target.size()); }
  bool has_name(int column) const { return header && !names[std::size_t(column)].empty(); }
  /// For messages: `column "age"`, or `column 3` without a name.
  std::string called(int column) const;
  /// For an option's value: `age`, or `3`.
  std::string word(int column) const;
  /// Names of columns for messages: `"a", "b", "c" and 4 more`.
  std::string list(const std::vector<int>& columns) const;
  std::vector<std::string> feature_names() const;
  std::size_t bytes() const { return names.bytes() + sizeof(int) * target.capacity(); }
};

/// Decides from the first rows, so that the rest of the text need not be kept. `separator` is that of the
/// text.
Result<Columns> choose_columns(const Head& head, char separator, const CsvOptions& options);

}  // namespace tanda::internal::csv
