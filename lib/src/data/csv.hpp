// CSV/TSV text in, Table out; also the other formats of readers.hpp, which are told by their first bytes. Fed
// in pieces, so that a large file is never held as text.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "data/dataset.hpp"
#include "tanda/detail/missing.hpp"
#include "tanda/status.hpp"

namespace tanda::internal {

using tanda::Missing;
/// Whether the first row has the names of the columns.
enum class HeaderRow : unsigned char { automatic, first_row, none };

struct CsvOptions {
  std::string file;  ///< its name, which decides between formats where the first bytes do not; "" = unknown
  /// Name or number (from 1) of the label column; "none" = there is none; "" = found by this rule:
  /// a column called label, class, target, species, ..., y, unless it is measured and one column of text may
  /// be classes; else the only column of text, the last of several, or the one with the fewest different
  /// texts; else the only one of few whole numbers (at most 20 different ones, of ten rows each on average);
  /// else the last one. The table's notes say which and why.
  std::string label;
  int label_number = 0;  ///< column of the labels, from 1, whatever columns are called; 0 = as `label` says
  Missing missing = Missing::error;
  bool skip_malformed =
      false;  ///< a feature's text counts as missing, and rows of another length are left out
  std::vector<std::string> drop;  ///< names or numbers of columns that are not used
  std::vector<std::string> keep;  ///< the only columns that are features; empty = all
  std::string id;       ///< name or number of a column that names the rows: not a feature, kept in Table::ids
  std::string patches;  ///< name or number of a column that has the patches of a partition: not a feature
  char separator = '\0';  ///< '\0' = comma, semicolon, tab or pipe, guessed from the first line
  char decimal = '\0';  ///< '.' or ','; '\0' = ',' if the first rows show it and the separator is another one
  HeaderRow header = HeaderRow::automatic;
  std::uint64_t memory_limit = 0;  ///< most bytes the reader and its table may take, 0 = any
  /// The features a model wants. When given, columns are picked by these names if there is a header,
  /// otherwise by position; other columns are passed over, and the label column is optional.
  std::vector<std::string> wanted;
  /// How many features the model wants, 0 = any.
  Index wanted_count = 0;
  /// The label column the model was fitted with, where `label` is empty: by its name if that is known and
  /// there is a header, else by its number from 1 (0 = unknown).
  std::string fitted_label;
  Index fitted_label_column = 0;
  /// The model's classes. In the label column `NA` and `-` are missing values unless the model has such a
  /// class; without a model, unless fewer than two other labels are there, as in a column of + and -.
  std::vector<std::string> fitted_classes;
  /// The column that named the rows when the model was fitted, where `id` is empty and the header has it.
  std::string fitted_id;
  /// Per-feature values for Missing::mean; empty = the means of this very table.
  std::vector<double> fill;
};

/// The separator a text stands for: one character, or comma, semicolon, tab, pipe or space.
Result<char> separator_of(std::string_view text);

/// A push parser: feed any pieces of the text, then finish once.
template <class S>
class CsvReader {
 public:
  explicit CsvReader(CsvOptions options);
  ~CsvReader();
  CsvReader(CsvReader&&) noexcept;

  Status feed(std::string_view piece);
  Result<Table<S>> finish();
  /// Instead of `finish`, as often as wanted: the rows since the last time, which are forgotten. `last`: the
  /// text is at its end. The label column, where it is not named, is decided on by the rows that come first.
  Status take(Table<S>& table, bool last);

 private:
  struct State;
  std::unique_ptr<State> state_;
  Status status_;  ///< the first error; it stays
};

/// How a text is read as a table, before anything in its cells is refused.
struct CsvLayout {
  char separator = ',';
  char decimal = '.';
  bool header = false;
  std::vector<std::string> columns;  ///< their names; without a header "column 1", ...
  int label = -1;      ///< the column that the rule of CsvOptions::label finds, from 0; -1 = none
  std::string reason;  ///< why that one, or why none: "by its name"
};

/// Separator, decimal mark, header and label column as read_csv would take them, for front ends that ask
/// before they read. Rows that read_csv would refuse are passed over. O(rows · columns).
Result<CsvLayout> csv_layout(std::string_view text, const CsvOptions& options);

/// What a column of a text holds.
struct ColumnReport {
  std::string name;
  long long numbers = 0, texts = 0, missing = 0;  ///< cells
  long long distinct = 0;                         ///< different values, 1001 where there are more
  long long classes = 0;       ///< as a label column: how many classes, 1001 where there are more
  bool whole = false;          ///< all numbers are whole
  double least = 0, most = 0;  ///< of the numbers, where there are some
  struct Odd {
    long long line = 0;
    std::string text;
  };
  std::vector<Odd> odd;               ///< the first cells of a column of numbers that are none
  std::vector<std::string> examples;  ///< the first different values

  bool is_text() const { return texts > numbers; }
};
struct CsvReport {
  CsvLayout layout;
  long long rows = 0;  ///< without those of another length
  std::vector<ColumnReport> columns;
  struct Ragged {
    long long line = 0;
    int cells = 0;
  };
  std::vector<Ragged> ragged;  ///< the first rows of another length
  long long ragged_rows = 0;
};

/// What is in a text, of any size, before anything is refused: for people who decide what to make of it. Fed
/// in pieces; keeps no cells but a thousand different ones of each column.
class CsvScanner {
 public:
  explicit CsvScanner(CsvOptions options);
  ~CsvScanner();

  Status feed(std::string_view piece);
  Result<CsvReport> finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
  Status status_;  ///< the first error; it stays
};

template <class S>
Result<Table<S>> read_csv(std::string_view text, const CsvOptions& options);

}  // namespace tanda::internal
