// Reads CSV/TSV text, or another format of readers.hpp that is recognised by its first bytes, into a Table.
// The text is passed in pieces, so a large file need not be held in memory.
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
  std::string file;  ///< decides on the format if the first bytes do not; "" = unknown
  /// Name or number (from 1) of the label column; "none" = no label; "" = the first that exists of these: (1)
  /// a column called label, class, target, species, ..., y, unless it holds measurements and exactly one
  /// column of text may be classes; (2) the only column of text, or of several the last column of the table,
  /// else the one with the fewest different texts; (3) the only column of few whole numbers (at most 20
  /// different ones, on average in ten rows each); (4) the last column. The table's notes say which column
  /// was chosen and why.
  std::string label;
  int label_number = 0;  ///< column of the labels, from 1, whatever the names are; 0 = use `label`
  Missing missing = Missing::error;
  bool skip_malformed =
      false;  ///< texts in a feature count as missing, and rows of another length are left out
  std::vector<std::string> drop;  ///< names or numbers of columns that are not used
  std::vector<std::string> keep;  ///< the only columns that are features; empty = all
  std::string id;       ///< name or number of a column with names of rows: not a feature, kept in Table::ids
  std::string patches;  ///< name or number of a column with the patches of a partition: not a feature
  char separator = '\0';  ///< '\0' = comma, semicolon, tab or pipe, guessed from the first line
  char decimal = '\0';  ///< '.' or ','; '\0' = ',' if the first rows show it and the separator is another one
  HeaderRow header = HeaderRow::automatic;
  std::uint64_t memory_limit = 0;  ///< most bytes the reader and its table may take, 0 = any
  /// The names of a model's features. If given, columns are picked by these names if there is a header,
  /// otherwise by position; other columns are ignored, and the label column is optional.
  std::vector<std::string> wanted;
  /// The number of features that the model needs, 0 = any.
  Index wanted_count = 0;
  /// The label column with which the model was fitted, used if `label` is empty: by name if that is known and
  /// there is a header, else by number from 1 (0 = unknown).
  std::string fitted_label;
  Index fitted_label_column = 0;
  /// The model's classes. In the label column `NA` and `-` are missing values unless the model has such a
  /// class. Without a model they are classes if there are fewer than two other labels, as in a column of +
  /// and -.
  std::vector<std::string> fitted_classes;
  /// The column with the names of the rows when the model was fitted, used if `id` is empty and the header
  /// has it.
  std::string fitted_id;
  /// Per-feature values for Missing::mean; empty = the means of the table itself.
  std::vector<double> fill;
};

/// The separator for an option's text: one character, or comma, semicolon, tab, pipe or space.
Result<char> separator_of(std::string_view text);

/// A push parser: feed the text in any pieces, then call finish once.
template <class S>
class CsvReader {
 public:
  explicit CsvReader(CsvOptions options);
  ~CsvReader();
  CsvReader(CsvReader&&) noexcept;

  Status feed(std::string_view piece);
  Result<Table<S>> finish();
  /// Used instead of `finish`, any number of times: moves the rows read since the last call into `table`.
  /// `last`: the text has ended. If the label column is not named, the rows of the first call decide which
  /// column it is.
  Status take(Table<S>& table, bool last);

 private:
  struct State;
  std::unique_ptr<State> state_;
  Status status_;  ///< the first error; every later call returns it
};

/// The layout of a text as a table, found without refusing any cells.
struct CsvLayout {
  char separator = ',';
  char decimal = '.';
  bool header = false;
  std::vector<std::string> columns;  ///< names of the columns; without a header "column 1", ...
  int label = -1;                    ///< the column found by the rule of CsvOptions::label, from 0; -1 = none
  std::string reason;                ///< why this column was chosen, or why none: "by its name"
};

/// Separator, decimal mark, header and label column as read_csv would choose them, for front ends that show
/// them before reading. Rows that read_csv would refuse are skipped. O(rows · columns).
Result<CsvLayout> csv_layout(std::string_view text, const CsvOptions& options);

/// Statistics of the cells of a column.
struct ColumnReport {
  std::string name;
  long long numbers = 0, texts = 0, missing = 0;  ///< numbers of cells
  long long distinct = 0;                         ///< number of different values, at most 1001
  long long classes = 0;       ///< number of classes if it were the label column, at most 1001
  bool whole = false;          ///< all numbers are whole
  double least = 0, most = 0;  ///< of the numbers, if there are any
  struct Odd {
    long long line = 0;
    std::string text;
  };
  std::vector<Odd> odd;               ///< the first cells in a column of numbers that are not numbers
  std::vector<std::string> examples;  ///< the first different values

  bool is_text() const { return texts > numbers; }
};
struct CsvReport {
  CsvLayout layout;
  long long rows = 0;  ///< number of rows, without those of another length
  std::vector<ColumnReport> columns;
  struct Ragged {
    long long line = 0;
    int cells = 0;
  };
  std::vector<Ragged> ragged;  ///< the first rows of another length
  long long ragged_rows = 0;
};

/// Inspects a text of any size without refusing anything, so that the user can choose options. The text is
/// passed in pieces; memory is only used for up to a thousand different cells of each column.
class CsvScanner {
 public:
  explicit CsvScanner(CsvOptions options);
  ~CsvScanner();

  Status feed(std::string_view piece);
  Result<CsvReport> finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
  Status status_;  ///< the first error; every later call returns it
};

template <class S>
Result<Table<S>> read_csv(std::string_view text, const CsvOptions& options);

}  // namespace tanda::internal
