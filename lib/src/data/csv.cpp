// The CSV reader: text is decoded and split, its first rows are held back until the kind of each column is
// decided, then fields become numbers. csv_table.cpp collects the rows in a table.
#include "data/csv.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/guarded.hpp"
#include "base/types.hpp"
#include "csv_reader.hpp"
#include "number.hpp"

namespace tanda::internal {
namespace csv {

template <class S>
Status TableReader<S>::feed(std::string_view piece) {
  std::string decoded;
  while (!piece.empty() && !layout_is_known()) {
    // Takes small pieces of a text that must be converted or whose format is not known yet: the caller may
    // pass a whole file at once.
    const bool as_it_is = phase == Phase::body && !utf16 && !reader;
    const std::string_view some = as_it_is ? piece : piece.substr(0, head_size);
    piece.remove_prefix(some.size());
    decoded.clear();
    if (utf16) utf16->feed(some, decoded);
    if (Status status = feed_text(utf16 ? std::string_view(decoded) : some); !status) return status;
  }
  return {};
}

template <class S>
Status TableReader<S>::feed_text(std::string_view piece) {
  if (!reader) return feed_csv(piece);
  converted.clear();
  if (Status s = reader->feed(piece, converted); !s) return s;
  return feed_csv(converted);
}

template <class S>
Status TableReader<S>::feed_csv(std::string_view piece) {
  if (phase == Phase::body) return splitter.feed(piece, *this);
  head += piece;
  if (head.size() > std::numeric_limits<std::uint32_t>::max() - head_size)
    return {Code::too_large, "the first line has more than 4 GiB", "give shorter lines"};
  if (options.memory_limit > 0 && head.capacity() > options.memory_limit) return over_limit();
  if (phase == Phase::first_line) return first_line.scan(piece) ? split_head() : Status();
  return head.size() >= head_size ? open_text() : Status();
}

/// Called when the head is complete: checks that it is text and finds the encoding and the format.
template <class S>
Status TableReader<S>::open_text() {
  if (const ReaderInfo* const found = reader_of_content(std::string_view(head).substr(0, head_size)))
    return open_reader(*found);
  if (const auto order = Utf16::recognise(std::string_view(head).substr(0, head_size));
      order != Utf16::Order::none) {
    const std::string bytes = std::move(head);
    head.clear();
    utf16.emplace(order);
    utf16->feed(bytes, head);
  }
  if (head.compare(0, 3, "\xEF\xBB\xBF") == 0) head.erase(0, 3);
  const ReaderInfo& found = reader_of(std::string_view(head).substr(0, head_size), options.file);
  if (found.open) return open_reader(found);
  if (Status s = check_is_text(std::string_view(head).substr(0, head_size)); !s) return s;
  phase = Phase::first_line;
  return first_line.scan(head) ? split_head() : Status();
}

template <class S>
Status TableReader<S>::open_reader(const ReaderInfo& found) {
  const std::string bytes = std::move(head);
  head.clear();
  reader = found.open(options);
  phase = Phase::first_line;
  return feed_text(bytes);
}

template <class S>
Status TableReader<S>::split_head() {
  phase = Phase::body;
  separator = options.separator != '\0' ? options.separator : first_line.separator(options.decimal == ',');
  // A row of too many fields is refused before memory for its columns is allocated.
  const std::size_t fields = first_line.most_fields();
  if (options.memory_limit > 0 && head.capacity() + fields * (8 + sizeof(S)) > options.memory_limit)
    return over_limit();
  current.cells.reserve(fields);
  splitter = Splitter(separator);
  const std::string text = std::move(head);
  return splitter.feed(text, *this);
}

template <class S>
void TableReader<S>::field(std::string_view text) {
  if (!have_columns) {
    if (held.empty() || current.count < held[0].count) current.cells.push(text);
    ++current.count;
    return;
  }
  const int c = column;
  if (column < std::numeric_limits<int>::max()) ++column;
  if (c >= columns.count()) return;
  if (scan) return scan->cell(text);
  const int target = columns.target[std::size_t(c)];
  if (suspect) {
    if (c == suspect->column()) suspect->look(text);
    return;
  }
  if (c == columns.label) label_text = text;
  if (c == columns.id) id_text = text;
  if (c == columns.patches) patch_text = text;
  if (target >= 0) read_feature(text, c, target);
}

template <class S>
void TableReader<S>::read_feature(std::string_view text, int c, int feature) {
  S& value = row[std::size_t(feature)];
  const Number number = read_number(text, columns.decimal);
  if (columns.open) {
    if (number.kind != NumberKind::missing && whole[std::size_t(feature)] && !is_plain_integer(text))
      whole[std::size_t(feature)] = false;
    if (c == columns.label && number.kind != NumberKind::number) {
      // The column may still become the label. A text decides that it does; a gap is an error only if the
      // column becomes a feature.
      value = std::numeric_limits<S>::quiet_NaN();
      if (number.kind != NumberKind::missing)
        columns.open = false;
      else if (last_misses)
        last_misses = {Code::missing_value, joined({place(c), ": the value is missing"})};
      return;
    }
  }
  switch (number.kind) {
    case NumberKind::number:
      // Compared in double before the cast, because the cast of a larger value to float is undefined.
      if (std::abs(number.value) <= double(std::numeric_limits<S>::max())) {
        value = S(number.value);
        if (!written.empty()) {
          Written& seen = written[std::size_t(feature)];
          if (std::isnan(seen.first)) seen.first = number.value;
          seen.varies |= seen.first != number.value;
        }
        return;
      }
      return refuse(c,
                    {Code::not_finite, joined({shown(text), " is too large for single precision"}),
                     !double_samples            ? "use other units"
                     : options.wanted_count > 0 ? "fit the model with {scalar=double}, or use other units"
                                                : "use {scalar=double}, or other units"},
                    text);
    case NumberKind::infinite:
      if (options.skip_malformed) return miss(value, text, c);
      return refuse(c, {Code::not_finite, joined({shown(text), " is not a finite number"})}, text);
    case NumberKind::text:
      if (options.skip_malformed) return miss(value, text, c);
      return refuse(c, {Code::not_a_number, joined({shown(text), " is not a number"})}, text);
    case NumberKind::missing:
      return miss(value, text, c);
  }
}

template <class S>
void TableReader<S>::miss(S& value, std::string_view text, int c) {
  value = std::numeric_limits<S>::quiet_NaN();
  row_misses = true;
  if (options.missing == Missing::error) refuse(c, {Code::missing_value, "the value is missing"}, text);
}

template <class S>
void TableReader<S>::refuse(int c, Status status, std::string_view text) {
  if (only_layout) {
    row[std::size_t(columns.target[std::size_t(c)])] = std::numeric_limits<S>::quiet_NaN();
    return;
  }
  if (refusal) return;
  refusal = Refusal{c, Status(status.code(), joined({place(c), ": ", status.message()}), status.remedy()),
                    std::string(text)};
}

template <class S>
Status TableReader<S>::end_row() {
  if (have_columns) return close_row();
  if (current.count >= std::size_t(std::numeric_limits<int>::max()))
    return {Code::too_large, "the table has more than 2147483646 columns", "give fewer columns"};
  current.line = splitter.row_line();
  bytes_held += current.cells.bytes();
  held.push_back(std::move(current));
  current = {};
  const bool enough = held.size() >= held_rows || (held.size() > 1 && bytes_held > held_bytes) ||
                      bytes_held > most_held_bytes;
  return enough ? begin_table() : Status();
}

/// Decides on the columns and reads the rows that were held back.
template <class S>
Status TableReader<S>::begin_table() {
  const Head rows = std::move(held);
  held.clear();
  bytes_held = 0;
  const int classes =
      reader && options.label.empty() && options.wanted_count == 0 ? reader->class_column() : 0;
  Status chosen(Code::no_such_column);
  if (classes > 0) {  // not if the caller uses that column otherwise
    CsvOptions told = options;
    told.label = std::to_string(classes);
    told.label_number = classes;
    chosen = choose_columns(rows, separator, told).get(columns);
    columns.why = Why::file;
    columns.file_reason = reader->class_reason();
  }
  if (!chosen) chosen = choose_columns(rows, separator, options).get(columns);
  if (!chosen && only_layout && options.label.empty()) {
    no_label = chosen.message();
    options.label = "none";
    chosen = choose_columns(rows, separator, options).get(columns);
  }
  if (!chosen) return chosen;
  const std::size_t features = std::size_t(columns.features - columns.open);
  if (options.missing == Missing::mean && !options.fill.empty() && options.fill.size() != features)
    return {Code::wrong_shape, joined({"there are ", options.fill.size(), " values to fill in for ",
                                       counted(static_cast<long long>(features), "feature")})};
  have_columns = true;
  if (scan) scan->begin(columns);
  row.resize(std::size_t(columns.features));
  if (columns.open) whole.assign(row.size(), true);
  if (sizeof(S) < sizeof(double)) written.assign(row.size(), {});
  for (std::size_t i = columns.header; i < rows.size(); ++i) {
    replayed_line = rows[i].line;
    for (std::size_t c = 0; c < rows[i].cells.size(); ++c) field(rows[i].cells[c]);
    column = int(std::min(rows[i].count, std::size_t(std::numeric_limits<int>::max())));
    if (Status s = close_row(); !s) return s;
  }
  replayed_line = 0;
  return {};
}

template <class S>
Status TableReader<S>::close_row() {
  if (tally.rows_seen == std::numeric_limits<int>::max())
    return {Code::too_large, "the table has more than 2147483647 rows", "take fewer samples"};
  const int found = column;
  column = 0;
  if (scan) {
    tally.rows_seen += found == columns.count();
    scan->end_row(found, replayed_line > 0 ? replayed_line : splitter.row_line());
    return {};
  }
  if (suspect) {
    // After a ragged row or enough rows, the decision on the column is made from the rows seen.
    const bool more = suspect->end_row() && found == columns.count();
    return more ? Status() : suspect->verdict(columns);
  }
  if ((only_layout || options.skip_malformed) && found != columns.count()) {
    refusal.reset();
    row_misses = false;
    ++tally.ragged;
    return {};
  }
  if (found != columns.count())
    return {Code::ragged_row,
            joined({row_place(), ": expected ", counted(columns.count(), "field"), ", found ", found})};
  if (refusal && refusal->status.code() != Code::not_a_number) return refusal->status;
  if (refusal)
    suspect.emplace(refusal->column, columns.decimal, refusal->status, refusal->text, tally.rows_seen);
  else if (!row_misses || options.missing == Missing::mean)
    if (Status s = keep_row(); !s) return s;
  ++tally.rows_seen;
  row_misses = false;
  return settle_soon ? settle_label_now() : Status();
}

/// The place of the current row for messages. Rows count data, lines count text; the line is given if the two
/// differ.
template <class S>
std::string TableReader<S>::row_place() const {
  const long long number = tally.rows_seen + 1,
                  line = replayed_line > 0 ? replayed_line : splitter.row_line();
  std::string out = joined({"row ", number});
  return number == line ? out : joined({out, " (line ", line, ")"});
}

template <class S>
Status TableReader<S>::complain(const std::string& what) {
  if (!have_columns && !held.empty()) {
    const std::size_t fields = current.count;
    if (Status s = begin_table(); !s) return s;
    column = int(std::min(fields, std::size_t(std::numeric_limits<int>::max())));
  }
  if (suspect) return suspect->verdict(columns);
  const int c = have_columns ? column : int(current.count);
  const std::string where = have_columns ? row_place() : joined({"line ", splitter.row_line()});
  const bool known = have_columns && c < columns.count();
  const std::string which = known ? columns.called(c) : joined({"column ", c + 1});
  return {Code::bad_text, joined({where, ", ", which, ": ", what}),
          "correct the text there; inside quotes, a quote is written twice"};
}

}  // namespace csv

template <class S>
struct CsvReader<S>::State : csv::TableReader<S> {
  using csv::TableReader<S>::TableReader;
};

template <class S>
CsvReader<S>::CsvReader(CsvOptions options) {
  status_ = guarded([&]() -> Status {
    state_ = std::make_unique<State>(std::move(options));
    return {};
  });
}
template <class S>
CsvReader<S>::~CsvReader() = default;
template <class S>
CsvReader<S>::CsvReader(CsvReader&&) noexcept = default;

template <class S>
Status CsvReader<S>::feed(std::string_view piece) {
  if (status_) status_ = guarded([&] { return state_->feed(piece); });
  return status_;
}

template <class S>
Result<Table<S>> CsvReader<S>::finish() {
  return guarded([&]() -> Result<Table<S>> {
    Table<S> table;
    if (status_) status_ = state_->finish(table);
    if (!status_) return status_;
    status_ = {Code::bad_argument, "this text has been read to its end", "make a new reader"};
    return table;
  });
}

Result<char> separator_of(std::string_view text) {
  constexpr struct {
    const char* word;
    char separator;
  } known[] = {{"comma", ','}, {"semicolon", ';'}, {"tab", '\t'},
               {"pipe", '|'},  {"space", ' '},     {"\\t", '\t'}};
  for (const auto& each : known)
    if (text == each.word) return each.separator;
  // Characters that occur in numbers, letters and quotes cannot be separators.
  const bool fits = text.size() == 1 && text[0] >= ' ' && text[0] < 0x7F &&
                    std::string_view("\".+-_0123456789").find(text[0]) == std::string_view::npos &&
                    !((text[0] | 0x20) >= 'a' && (text[0] | 0x20) <= 'z');
  if (fits || text == "\t") return text[0];
  return Status(Code::bad_argument, joined({csv::shown(text), " cannot separate columns"}),
                "give one character, or comma, semicolon, tab, pipe or space");
}

template <class S>
Result<Table<S>> read_csv(std::string_view text, const CsvOptions& options) {
  return guarded([&]() -> Result<Table<S>> {
    CsvReader<S> reader(options);
    if (Status s = reader.feed(text); !s) return s;
    return reader.finish();
  });
}

template <class S>
Status CsvReader<S>::take(Table<S>& table, bool last) {
  if (status_) status_ = guarded([&] { return state_->take(table, last); });
  return status_;
}

struct CsvScanner::State : csv::TableReader<float> {
  using csv::TableReader<float>::TableReader;
  csv::CsvScan seen;
};

CsvScanner::CsvScanner(CsvOptions options) {
  options.missing = Missing::mean;
  status_ = guarded([&]() -> Status {
    state_ = std::make_unique<State>(std::move(options));
    state_->only_layout = true;
    state_->scan = &state_->seen;
    return {};
  });
}
CsvScanner::~CsvScanner() = default;

Status CsvScanner::feed(std::string_view piece) {
  if (status_) status_ = guarded([&] { return state_->feed(piece); });
  return status_;
}

Result<CsvReport> CsvScanner::finish() {
  return guarded([&]() -> Result<CsvReport> {
    CsvReport report;
    if (status_) status_ = state_->finish(report.layout);
    if (!status_) return status_;
    status_ = {Code::bad_argument, "this text has been read to its end", "make a new reader"};
    state_->seen.report(report);
    return report;
  });
}

Result<CsvLayout> csv_layout(std::string_view text, const CsvOptions& options) {
  return guarded([&]() -> Result<CsvLayout> {
    CsvOptions lenient = options;
    lenient.missing = Missing::mean;
    csv::TableReader<float> reader(std::move(lenient));
    reader.only_layout = true;
    constexpr std::size_t piece = 1 << 16;  // the first piece is enough for most texts
    for (std::size_t at = 0; at < text.size(); at += piece)
      if (Status s = reader.feed(text.substr(at, piece)); !s) return s;
    CsvLayout layout;
    if (Status s = reader.finish(layout); !s) return s;
    return layout;
  });
}

// The functions that csv_table.cpp calls.
#define TANDA_INSTANTIATE(S)                                         \
  template void csv::TableReader<S>::field(std::string_view);        \
  template Status csv::TableReader<S>::end_row();                    \
  template Status csv::TableReader<S>::complain(const std::string&); \
  template Status csv::TableReader<S>::open_text();                  \
  template Status csv::TableReader<S>::split_head();                 \
  template Status csv::TableReader<S>::feed_csv(std::string_view);   \
  template Status csv::TableReader<S>::begin_table();                \
  template std::string csv::TableReader<S>::row_place() const;
TANDA_INSTANTIATE(float)
TANDA_INSTANTIATE(double)
#undef TANDA_INSTANTIATE

template class CsvReader<float>;
template class CsvReader<double>;
template Result<Table<float>> read_csv(std::string_view, const CsvOptions&);
template Result<Table<double>> read_csv(std::string_view, const CsvOptions&);

}  // namespace tanda::internal
