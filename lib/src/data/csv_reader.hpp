// The state of the CSV reader. csv.cpp splits text into rows, csv_table.cpp makes a table of the rows.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "csv_columns.hpp"
#include "csv_encoding.hpp"
#include "csv_labels.hpp"
#include "csv_notes.hpp"
#include "csv_scan.hpp"
#include "csv_suspect.hpp"
#include "csv_text.hpp"
#include "readers.hpp"

namespace tanda::internal::csv {

template <class S>
struct TableReader {
  explicit TableReader(CsvOptions o) : options(std::move(o)) {}

  Status feed(std::string_view piece);
  Status finish(Table<S>& table);
  /// Used instead of the other `finish` if `only_layout` was set before the first piece.
  Status finish(CsvLayout& layout);
  /// Stop reading as soon as the layout is known, and accept all cells.
  bool only_layout = false;
  /// Set before the first piece: all cells are passed to it, and none are refused or kept.
  CsvScan* scan = nullptr;

  /// Moves the rows read since the last call into `table`, so that memory is needed for a piece of the text
  /// only. Which column is the label and whether "-" is a class is decided from the rows of the first call
  /// instead of all rows. `last`: the text has ended.
  Status take(Table<S>& table, bool last);

  // Called by the splitter.
  void field(std::string_view text);
  Status end_row();
  Status complain(const std::string& what);

 private:
  static constexpr std::size_t head_size = 4096;
  static constexpr std::size_t held_rows = 20, held_bytes = 1 << 16, most_held_bytes = 1 << 22;

  Status feed_text(std::string_view piece);
  Status feed_csv(std::string_view piece);
  Status open_text();
  Status open_reader(const ReaderInfo& found);
  Status split_head();
  Status begin_table();
  void read_feature(std::string_view text, int column, int feature);
  void miss(S& value, std::string_view text, int column);
  void refuse(int column, Status status, std::string_view text);
  Status close_row();
  Status end_text();
  bool layout_is_known() const { return only_layout && !scan && have_columns && !columns.open; }
  Status keep_row();
  Status make_room();
  Status check_rows() const;
  Status settle_label(Table<S>& table);
  bool label_is_settled() const {
    return columns.label < 0 || columns.target[std::size_t(columns.label)] == Columns::is_label;
  }
  Status settle_label_now();
  Status give_label(Table<S>& table, int column);
  Status fill_missing(Table<S>& table);
  std::uint64_t other_bytes() const;
  Status over_limit() const;
  std::string row_place() const;
  std::string place(int c) const { return joined({row_place(), ", ", columns.called(c)}); }

  CsvOptions options;

  // The text: its head is held back until the format and the separator are known.
  enum class Phase : unsigned char { head, first_line, body } phase = Phase::head;
  std::string head;
  std::optional<Utf16> utf16;
  std::unique_ptr<Reader> reader;  ///< null: the text is CSV already
  std::string converted;           ///< CSV text of the last piece
  FirstLine first_line;
  char separator = ',';
  Splitter splitter;

  // The table: its first rows are held back until the use of each column is decided.
  bool have_columns = false;
  Head held;
  HeldRow current;
  std::size_t bytes_held = 0;
  long long replayed_line = 0;  ///< line of a held row that is read again, 0 = none
  Columns columns;
  std::string no_label;  ///< why the rule found no label, for the layout

  // The current row.
  int column = 0;
  bool row_misses = false;
  std::string label_text, id_text, patch_text;
  struct Refusal {
    int column;
    Status status;
    std::string text;
  };
  std::optional<Refusal> refusal;  ///< the first; an error only if the row has the right number of fields
  std::optional<Suspect> suspect;

  // While the label column is not decided:
  std::vector<bool> whole;  ///< per feature: all are whole numbers, written as such
  Status last_misses;  ///< the error for the first missing value of the last column, if it becomes a feature
  bool settle_soon = false;  ///< decide on the label at the end of the current row

  // The rows read. A missing value is NaN until the end; no other value is NaN.
  std::vector<S> row, values;
  /// Per feature, for floats: the first value as written, and whether any other differs from it as written.
  struct Written {
    double first = std::numeric_limits<double>::quiet_NaN();
    bool varies = false;
  };
  std::vector<Written> written;
  LabelTexts labels;
  std::vector<std::string> ids;
  LabelTexts patches;
  std::size_t id_bytes = 0;
  Tally tally;
};

}  // namespace tanda::internal::csv
