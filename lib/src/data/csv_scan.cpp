#include "csv_scan.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "csv_label_rule.hpp"
#include "csv_labels.hpp"
#include "csv_text.hpp"
#include "number.hpp"

namespace tanda::internal::csv {
namespace {

constexpr std::size_t most_examples = 3, most_odd = 3, most_ragged = 5;

}  // namespace

void ColumnScan::push(std::string_view text, long long line, char decimal) {
  const Number number = read_number(text, decimal);
  if (number.kind == NumberKind::missing) {
    ++missing_;
    if (may_be_class(text)) doubtful_.emplace(text);
    return;
  }
  const bool is_number = number.kind == NumberKind::number;
  plain_ = plain_ && is_plain_integer(text);
  const std::size_t values = values_.size(), texts = different_texts_;
  see_spelling(text, is_number);
  if (is_number) {
    ++numbers_;
    whole_ = whole_ && number.value == std::floor(number.value);
    least_ = std::min(least_, number.value);
    most_ = std::max(most_, number.value);
    if (values_.size() < most_distinct) values_.insert(number.value);
  } else {
    ++texts_;
    if (odd_.size() < most_odd) odd_.push_back({line, readable(text)});
  }
  if (values_.size() > values && values < most_examples) example_numbers_.push_back(readable(text));
  if (different_texts_ > texts && texts < most_examples) example_texts_.push_back(readable(text));
}

void ColumnScan::see_spelling(std::string_view text, bool is_number) {
  if (spellings_.size() >= most_distinct || spellings_.find(text) != spellings_.end()) return;
  spellings_.emplace(text, is_number);
  different_texts_ += !is_number;
}

long long ColumnScan::distinct_whole() const {
  return plain_ && texts_ == 0 ? static_cast<long long>(values_.size())
                               : std::numeric_limits<long long>::max();
}

ColumnReport ColumnScan::report(std::string name) const {
  ColumnReport out;
  out.name = std::move(name);
  out.numbers = numbers_;
  out.texts = texts_;
  out.missing = missing_;
  out.distinct = static_cast<long long>(std::min(most_distinct, values_.size() + different_texts_));
  out.classes = static_cast<long long>(spellings_.size() + (spellings_.size() < 2 ? doubtful_.size() : 0));
  out.whole = whole_ && numbers_ > 0;
  if (numbers_ > 0) {
    out.least = least_;
    out.most = most_;
  }
  if (!out.is_text()) out.odd = odd_;
  out.examples = out.is_text() ? example_texts_ : example_numbers_;
  return out;
}

void CsvScan::begin(const Columns& columns) {
  decimal_ = columns.decimal;
  columns_.resize(std::size_t(columns.count()));
}

void CsvScan::end_row(int cells, long long line) {
  if (cells == int(columns_.size())) {
    ++rows_;
    for (std::size_t c = 0; c < columns_.size(); ++c) columns_[c].push(row_[c], line, decimal_);
  } else {
    ++ragged_rows_;
    if (ragged_.size() < most_ragged) ragged_.push_back({line, cells});
  }
  row_.clear();
}

void CsvScan::settle_label(Columns& columns) const {
  if (columns.label < 0 || !columns.open) return;
  columns.open = false;
  if (columns_[std::size_t(columns.label)].has_text()) {
    columns.why = Why::text;
    return;
  }
  const int label = label_of_all_rows(columns, rows_, [&](int c, long long most) {
    return std::min(most + 1, columns_[std::size_t(c)].distinct_whole());
  });
  if (label != columns.label) columns.why = Why::whole_numbers;
  columns.label = label;
}

void CsvScan::report(CsvReport& report) const {
  report.rows = rows_;
  report.ragged = ragged_;
  report.ragged_rows = ragged_rows_;
  for (std::size_t c = 0; c < columns_.size(); ++c)
    report.columns.push_back(columns_[c].report(report.layout.columns[c]));
}

}  // namespace tanda::internal::csv
