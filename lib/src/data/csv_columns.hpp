// Which column of a table is what: header, label, features.
#pragma once

#include <string>
#include <vector>

#include "tanda/core/status.hpp"
#include "tanda/data/csv.hpp"

namespace tanda::csv {

struct Columns {
  static constexpr int is_label = -1, passed_over = -2;

  bool header = false;
  std::vector<std::string> names;  ///< of all columns, empty without a header
  std::vector<int> target;         ///< per column: which feature it is, or one of the two above
  int features = 0;
  int label = -1;              ///< the label column from 0, -1 = none
  bool label_is_last = false;  ///< nobody named the label column: the last one was taken
  bool label_by_name = false;  ///< nobody named it, but it is called "class" or the like

  int count() const { return int(target.size()); }
  bool has_name(int column) const { return header && !names[std::size_t(column)].empty(); }
  /// `column "age"`, or `column 3` when it has no name.
  std::string called(int column) const;
  std::vector<std::string> feature_names() const;
};

/// Decides from the first row alone, so that nothing of the text need be kept.
Result<Columns> choose_columns(const std::vector<std::string>& first_row, const CsvOptions& options);

}  // namespace tanda::csv
