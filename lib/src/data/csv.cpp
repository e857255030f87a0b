// The CSV reader: fields of text become numbers, rows are kept, dropped or refused.
#include "tanda/data/csv.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "csv_columns.hpp"
#include "csv_notes.hpp"
#include "csv_suspect.hpp"
#include "csv_text.hpp"
#include "number.hpp"
#include "tanda/core/text.hpp"

namespace tanda {

template <class S>
struct CsvReader<S>::State {
  explicit State(CsvOptions o) : options(std::move(o)) {}

  Status feed(std::string_view piece);
  Status finish(Table<S>& table);

  // What the splitter calls.
  void field(std::string_view text);
  Status end_row();
  Status complain(const std::string& what) const;

 private:
  static constexpr std::size_t head_size = 4096;

  Status open_text();
  Status split_head();
  Status begin_table();
  void read_feature(std::string_view text, int column, int feature);
  void refuse(int column, Status status, std::string_view text);
  Status close_row();
  void keep_row();
  Status fill_missing(Table<S>& table) const;
  std::string row_place() const;
  std::string place(int c) const { return joined({row_place(), ", ", columns.called(c)}); }

  CsvOptions options;

  // The text: its head is held back until it is known to be text and how it is separated.
  enum class Phase : unsigned char { head, first_line, body } phase = Phase::head;
  std::string head;
  csv::FirstLine first_line;
  csv::Splitter splitter;

  // The table: its first row is held back until it is known what each column is.
  bool have_columns = false;
  std::vector<std::string> first_row;
  csv::Columns columns;

  // The current row.
  int column = 0;
  bool row_misses = false;
  std::string label_text;
  struct Refusal {
    int column;
    Status status;
    std::string text;
  };
  std::optional<Refusal> refusal;  ///< the first one; counts only when the row has the right number of fields
  std::optional<csv::Suspect> suspect;

  // What has been read. A missing value is NaN until the end; nothing else can be.
  std::vector<S> row, values;
  csv::LabelTexts labels;
  csv::Tally tally;
};

template <class S>
Status CsvReader<S>::State::feed(std::string_view piece) {
  while (phase != Phase::body && !piece.empty()) {
    const std::string_view some =
        piece.substr(0, head_size);  // not all: the caller may feed a whole file at once
    piece.remove_prefix(some.size());
    head += some;
    Status status;
    if (phase == Phase::first_line)
      status = first_line.scan(some) ? split_head() : Status();
    else if (head.size() >= head_size)
      status = open_text();
    if (!status) return status;
  }
  return splitter.feed(piece, *this);
}

/// The head is as long as it gets: is it text, and how separated?
template <class S>
Status CsvReader<S>::State::open_text() {
  if (Status s = csv::check_is_text(std::string_view(head).substr(0, head_size)); !s) return s;
  if (head.compare(0, 3, "\xEF\xBB\xBF") == 0) head.erase(0, 3);
  phase = Phase::first_line;
  return first_line.scan(head) ? split_head() : Status();
}

template <class S>
Status CsvReader<S>::State::split_head() {
  phase = Phase::body;
  splitter = csv::Splitter(first_line.separator());
  const std::string text = std::move(head);
  return splitter.feed(text, *this);
}

template <class S>
void CsvReader<S>::State::field(std::string_view text) {
  if (!have_columns) {
    first_row.emplace_back(text);
    return;
  }
  const int c = column;
  if (column < std::numeric_limits<int>::max()) ++column;
  if (c >= columns.count()) return;
  const int target = columns.target[std::size_t(c)];
  if (suspect) {
    if (c == suspect->column()) suspect->look(text);
  } else if (target == csv::Columns::is_label) {
    label_text = text;
  } else if (target >= 0) {
    read_feature(text, c, target);
  }
}

template <class S>
void CsvReader<S>::State::read_feature(std::string_view text, int c, int feature) {
  S& value = row[std::size_t(feature)];
  const Number number = read_number(text);
  switch (number.kind) {
    case NumberKind::number:
      // Compared before the cast: a float cannot hold what is beyond its range.
      if (std::abs(number.value) <= double(std::numeric_limits<S>::max())) {
        value = S(number.value);
        return;
      }
      return refuse(c,
                    {Code::not_finite, joined({csv::shown(text), " is too large for single precision"}),
                     "use --scalar double, or other units"},
                    text);
    case NumberKind::infinite:
      return refuse(c, {Code::not_finite, joined({csv::shown(text), " is not a finite number"})}, text);
    case NumberKind::text:
      return refuse(c, {Code::not_a_number, joined({csv::shown(text), " is not a number"})}, text);
    case NumberKind::missing:
      value = std::numeric_limits<S>::quiet_NaN();
      row_misses = true;
      if (options.missing == Missing::error) refuse(c, {Code::missing_value, "the value is missing"}, text);
  }
}

template <class S>
void CsvReader<S>::State::refuse(int c, Status status, std::string_view text) {
  if (refusal) return;
  refusal = Refusal{c, Status(status.code(), joined({place(c), ": ", status.message()}), status.remedy()),
                    std::string(text)};
}

template <class S>
Status CsvReader<S>::State::end_row() {
  return have_columns ? close_row() : begin_table();
}

template <class S>
Status CsvReader<S>::State::begin_table() {
  if (first_row.size() >= std::size_t(std::numeric_limits<int>::max()))
    return {Code::too_large, "the table has more than 2147483646 columns", "give fewer columns"};
  std::vector<std::string> cells;
  for (const std::string& cell : first_row) cells.push_back(csv::to_utf8(cell));
  if (Status s = csv::choose_columns(cells, options).get(columns); !s) return s;
  if (options.missing == Missing::mean && !options.fill.empty() &&
      options.fill.size() != std::size_t(columns.features))
    return {Code::wrong_shape, joined({"there are ", options.fill.size(), " values to fill in for ",
                                       csv::counted(columns.features, "feature")})};
  have_columns = true;
  row.resize(std::size_t(columns.features));
  const std::vector<std::string> fields = std::move(first_row);
  if (columns.header) return {};
  for (const std::string& text : fields) field(text);
  return close_row();
}

template <class S>
Status CsvReader<S>::State::close_row() {
  if (tally.rows_seen == std::numeric_limits<int>::max())
    return {Code::too_large, "the table has more than 2147483647 rows", "take fewer samples"};
  const int found = column;
  column = 0;
  if (suspect) {
    // A ragged row, or enough of them: the doubt is settled with what has been seen.
    const bool more = suspect->end_row() && found == columns.count();
    return more ? Status() : suspect->verdict(columns);
  }
  if (found != columns.count())
    return {Code::ragged_row,
            joined({row_place(), ": expected ", csv::counted(columns.count(), "field"), ", found ", found})};
  if (refusal && refusal->status.code() != Code::not_a_number) return refusal->status;
  if (refusal)
    suspect.emplace(refusal->column, refusal->status, refusal->text, tally.rows_seen);
  else if (!row_misses || options.missing == Missing::mean)
    keep_row();
  ++tally.rows_seen;
  row_misses = false;
  return {};
}

template <class S>
void CsvReader<S>::State::keep_row() {
  // Grows by half, not by double: a browser tab counts what is reserved.
  if (values.capacity() - values.size() < row.size())
    values.reserve(values.size() + std::max(values.size() / 2, 16 * row.size()));
  values.insert(values.end(), row.begin(), row.end());
  if (columns.label >= 0) labels.push(label_text);
  if (row_misses)
    for (const S value : row) tally.missing += std::isnan(value);
  ++tally.rows_kept;
}

template <class S>
Status CsvReader<S>::State::finish(Table<S>& table) {
  if (phase == Phase::head)
    if (Status s = open_text(); !s) return s;
  if (phase == Phase::first_line)
    if (Status s = split_head(); !s) return s;
  if (Status s = splitter.finish(*this); !s) return s;
  if (suspect) return suspect->verdict(columns);
  if (!have_columns) return {Code::empty_data, "the text is empty"};
  if (tally.rows_seen == 0) return {Code::empty_data, "there is a header but no rows"};
  if (tally.rows_kept == 0)
    return {Code::empty_data, "every row has a missing value",
            "use --missing mean, or remove the column that has none"};

  table.values = std::move(values);
  table.rows = Index(tally.rows_kept);
  table.columns = columns.features;
  table.features = columns.feature_names();
  table.has_labels = columns.label >= 0;
  if (table.has_labels && columns.header) table.label_name = columns.names[std::size_t(columns.label)];
  if (tally.missing > 0)
    if (Status s = fill_missing(table); !s) return s;
  table.notes = csv::table_notes(tally, columns, labels, options);
  if (table.has_labels) table.labels = std::move(labels).encode();
  return {};
}

template <class S>
Status CsvReader<S>::State::fill_missing(Table<S>& table) const {
  const std::size_t d = std::size_t(table.columns);
  std::vector<double> means = options.fill;
  if (means.empty()) {
    means.assign(d, 0);
    std::vector<double> present(d, 0);
    for (std::size_t i = 0; i < table.values.size(); ++i) {
      const double value = double(table.values[i]);
      if (std::isnan(value)) continue;
      const double n = ++present[i % d];
      double& mean = means[i % d];
      mean += value / n - mean / n;  // cannot overflow, unlike a sum
    }
    for (int c = 0; c < columns.count(); ++c)
      if (const int f = columns.target[std::size_t(c)]; f >= 0 && present[std::size_t(f)] == 0)
        return {Code::missing_value, joined({columns.called(c), " has no values at all"}),
                "remove the column"};
  }
  for (const double mean : means)
    if (!(std::abs(mean) <= double(std::numeric_limits<S>::max())))
      return {Code::not_finite, "a value to fill in is not finite"};
  for (std::size_t i = 0; i < table.values.size(); ++i)
    if (std::isnan(table.values[i])) table.values[i] = S(means[i % d]);
  return {};
}

/// Rows count data, lines count text; the line is told when it differs.
template <class S>
std::string CsvReader<S>::State::row_place() const {
  const long long number = tally.rows_seen + 1, line = splitter.row_line();
  std::string out = joined({"row ", number});
  return number == line ? out : joined({out, " (line ", line, ")"});
}

template <class S>
Status CsvReader<S>::State::complain(const std::string& what) const {
  if (suspect) return suspect->verdict(columns);
  const int c = have_columns ? column : int(first_row.size());
  const std::string where = have_columns ? row_place() : joined({"line ", splitter.row_line()});
  const bool known = have_columns && c < columns.count();
  const std::string which = known ? columns.called(c) : joined({"column ", c + 1});
  return {Code::bad_text, joined({where, ", ", which, ": ", what}),
          "correct the text there; inside quotes, a quote is written twice"};
}

template <class S>
CsvReader<S>::CsvReader(CsvOptions options) : state_(std::make_unique<State>(std::move(options))) {}
template <class S>
CsvReader<S>::~CsvReader() = default;
template <class S>
CsvReader<S>::CsvReader(CsvReader&&) noexcept = default;

template <class S>
Status CsvReader<S>::feed(std::string_view piece) {
  if (status_) status_ = state_->feed(piece);
  return status_;
}

template <class S>
Result<Table<S>> CsvReader<S>::finish() {
  Table<S> table;
  if (status_) status_ = state_->finish(table);
  if (!status_) return status_;
  status_ = {Code::bad_argument, "this text has been read to its end", "make a new reader"};
  return table;
}

template <class S>
Result<Table<S>> read_csv(std::string_view text, const CsvOptions& options) {
  CsvReader<S> reader(options);
  if (Status s = reader.feed(text); !s) return s;
  return reader.finish();
}

template class CsvReader<float>;
template class CsvReader<double>;
template Result<Table<float>> read_csv(std::string_view, const CsvOptions&);
template Result<Table<double>> read_csv(std::string_view, const CsvOptions&);

}  // namespace tanda
