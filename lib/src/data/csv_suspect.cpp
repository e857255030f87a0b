#include "csv_suspect.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "csv_header.hpp"
#include "csv_text.hpp"
#include "number.hpp"

namespace tanda::internal::csv {
namespace {

constexpr long long rows_to_look_at = 200;

}  // namespace

Suspect::Suspect(int column, char decimal, Status first, const std::string& text, long long rows_before)
    : column_(column), decimal_(decimal), first_(std::move(first)), first_text_(text), numbers_(rows_before) {
  look(text);
}

void Suspect::look(std::string_view text) {
  const NumberKind kind = read_number(text, decimal_).kind;
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
  if (decimal_ == '.' && is_decimal_comma(first_text_))
    return {first_.code(), joined({first_.message(), ": it has a decimal comma"}),
            "use {decimal=,} if all numbers are written so, with {sep=,} if commas separate quoted fields, "
            "too; or "
            "write them with a point"};
  if (decimal_ == ',' && read_number(first_text_).kind == NumberKind::number)
    return {first_.code(), joined({first_.message(), ": it has a decimal point, others have commas"}),
            "write all numbers with a point, or with a comma"};
  if (columns.count() == 1)
    return {first_.code(), first_.message(),
            "separate the columns by comma, semicolon, tab or pipe, or name the separator with {sep}"};
  const long long rows = texts_ + numbers_;
  if (texts_ < 3 || 10 * texts_ < 9 * rows) return first_;
  std::string message = joined({columns.called(column_), " holds text, not numbers: "});
  for (std::size_t i = 0; i < examples_.size() && i < 3; ++i) message += (i ? ", " : "") + examples_[i];
  if (examples_.size() > 3) message += ", ...";
  if (columns.label >= 0 && columns.why != Why::told && !columns.open)
    append(message, {" (the label is ", columns.called(columns.label), ")"});
  const std::string word = columns.word(column_);
  return {Code::not_a_number, message,
          joined({"leave it out with ", option_text("drop", word), ", carry it along with ",
                  option_text("id", word), ", take it as the label with ", option_text("label", word),
                  ", or replace the texts by numbers"})};
}

}  // namespace tanda::internal::csv
