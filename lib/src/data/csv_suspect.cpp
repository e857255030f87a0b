#include "csv_suspect.hpp"

#include <algorithm>

#include "csv_text.hpp"
#include "number.hpp"
#include "tanda/core/text.hpp"

namespace tanda::csv {
namespace {

constexpr long long rows_to_look_at = 200;

bool has_decimal_comma(std::string text) {
  if (std::count(text.begin(), text.end(), ',') != 1) return false;
  std::replace(text.begin(), text.end(), ',', '.');
  return read_number(text).kind == NumberKind::number;
}

}  // namespace

Suspect::Suspect(int column, Status first, const std::string& text, long long rows_before)
    : column_(column), first_(std::move(first)), first_text_(text), numbers_(rows_before) {
  look(text);
}

void Suspect::look(std::string_view text) {
  const NumberKind kind = read_number(text).kind;
  if (kind == NumberKind::missing) return;
  if (kind != NumberKind::text) {
    ++numbers_;
    return;
  }
  ++texts_;
  const std::string example = shown(text);
  if (examples_.size() <= 3 && std::find(examples_.begin(), examples_.end(), example) == examples_.end())
    examples_.push_back(example);
}

bool Suspect::end_row() {
  return ++rows_ < rows_to_look_at;
}

Status Suspect::verdict(const Columns& columns) const {
  if (has_decimal_comma(first_text_))
    return {first_.code(), first_.message(), "write decimals with a point, not a comma"};
  if (columns.count() == 1)
    return {first_.code(), first_.message(), "separate the columns by comma, semicolon or tab"};
  const long long rows = texts_ + numbers_;
  if (texts_ < 3 || 10 * texts_ < 9 * rows) return first_;
  std::string message = joined({columns.called(column_), " holds text, not numbers: "});
  for (std::size_t i = 0; i < examples_.size() && i < 3; ++i) message += (i ? ", " : "") + examples_[i];
  if (examples_.size() > 3) message += ", ...";
  const std::string label =
      columns.has_name(column_) ? shown(columns.names[std::size_t(column_)]) : std::to_string(column_ + 1);
  return {Code::not_a_number, message,
          joined({"replace the texts by numbers, remove the column, or take it as the label with --label ",
                  label})};
}

}  // namespace tanda::csv
