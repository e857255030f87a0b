// A text in a column of numbers: either one wrong cell, or a column of categories. The next rows decide.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "csv_columns.hpp"
#include "tanda/status.hpp"

namespace tanda::internal::csv {

class Suspect {
 public:
  /// `first` is the error for a single wrong cell; `rows_before` rows had a number in the column.
  Suspect(int column, char decimal, Status first, const std::string& text, long long rows_before);

  int column() const { return column_; }
  void look(std::string_view text);
  /// False if enough rows have been seen.
  bool end_row();
  Status verdict(const Columns& columns) const;

 private:
  int column_;
  char decimal_;
  Status first_;
  std::string first_text_;
  long long texts_ = 0, numbers_, rows_ = 0;
  std::vector<std::string> examples_;
};

}  // namespace tanda::internal::csv
