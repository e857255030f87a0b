// Which column of a table is what: header, label, features, names of rows.
#pragma once

#include <string>
#include <vector>

#include "csv_cells.hpp"
#include "data/csv.hpp"
#include "tanda/status.hpp"

namespace tanda::internal::csv {

/// The first rows of a text, held back until it is known what each column is.
struct HeldRow {
  Cells cells;            ///< at most as many as the first row has
  std::size_t count = 0;  ///< how many fields the row has
  long long line = 0;     ///< where it begins, from 1
};
using Head = std::vector<HeldRow>;

/// Why a column is the label.
enum class Why : unsigned char { told, name, fitted, text, fewest_texts, whole_numbers, last, file };

struct Columns {
  static constexpr int is_label = -1, passed_over = -2, is_id = -3, dropped = -4, is_patch = -5;

  bool header = false;
  char decimal = '.';
  bool decimal_seen = false;  ///< the decimal comma was found, not told
  Cells names;                ///< of all columns, in UTF-8; empty without a header
  bool latin = false;         ///< some names were in Latin-1
  std::vector<int> target;    ///< per column: which feature it is, or one of the above
  int features = 0;
  int label = -1;  ///< the label column from 0, -1 = none
  int named = -1;  ///< a column with a label's name that is a feature, because it holds measurements
  int id = -1, patches = -1;
  Why why = Why::told;
  const char* file_reason = "";  ///< of Why::file
  /// The label is the last column unless the values of all rows say otherwise: until then it is a feature,
  /// too.
  bool open = false;

  int count() const { return int(target.size()); }
  bool has_name(int column) const { return header && !names[std::size_t(column)].empty(); }
  /// `column "age"`, or `column 3` when it has no name.
  std::string called(int column) const;
  /// As an option takes it: `age`, or `3`.
  std::string word(int column) const;
  /// `"a", "b", "c" and 4 more`, of columns.
  std::string list(const std::vector<int>& columns) const;
  std::vector<std::string> feature_names() const;
  std::size_t bytes() const { return names.bytes() + sizeof(int) * target.capacity(); }
};

/// Decides from the first rows, so that nothing else of the text need be kept. `separator` splits it.
Result<Columns> choose_columns(const Head& head, char separator, const CsvOptions& options);

}  // namespace tanda::internal::csv
