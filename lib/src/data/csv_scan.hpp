// Statistics of the columns of a text, cell by cell: kinds, gaps, ranges, different values, and odd cells.
#pragma once

#include <limits>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "csv_columns.hpp"

namespace tanda::internal::csv {

/// Statistics of one column. O(log 1000) per cell.
class ColumnScan {
 public:
  void push(std::string_view text, long long line, char decimal);
  /// The number of different values if all are whole numbers, written as such; else the largest long long.
  long long distinct_whole() const;
  bool has_text() const { return texts_ > 0; }
  ColumnReport report(std::string name) const;

 private:
  static constexpr std::size_t most_distinct = 1001;

  void see_spelling(std::string_view text, bool is_number);

  long long numbers_ = 0, texts_ = 0, missing_ = 0;
  bool whole_ = true, plain_ = true;
  double least_ = std::numeric_limits<double>::infinity(), most_ = -least_;
  std::set<double> values_;
  /// Cells as written, and whether each is a number; cells that may be classes or missing are kept
  /// separately.
  std::map<std::string, bool, std::less<>> spellings_;
  std::set<std::string, std::less<>> doubtful_;
  std::size_t different_texts_ = 0;
  std::vector<std::string> example_numbers_, example_texts_;
  std::vector<ColumnReport::Odd> odd_;
};

/// Statistics of all columns. The cells of a row are counted at its end if their number is right.
class CsvScan {
 public:
  void begin(const Columns& columns);
  void cell(std::string_view text) { row_.push(text); }
  void end_row(int cells, long long line);
  /// Decides on the label column if that needs all rows.
  void settle_label(Columns& columns) const;
  void report(CsvReport& report) const;

 private:
  char decimal_ = '.';
  Cells row_;
  std::vector<ColumnScan> columns_;
  long long rows_ = 0, ragged_rows_ = 0;
  std::vector<CsvReport::Ragged> ragged_;
};

}  // namespace tanda::internal::csv
