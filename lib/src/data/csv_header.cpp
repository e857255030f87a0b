#include "csv_header.hpp"

#include <algorithm>

#include "csv_label_rule.hpp"
#include "number.hpp"

namespace tanda::internal::csv {
namespace {

bool holds(const Cells& cells, std::string_view name) {
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (cells[i] == name) return true;
  return false;
}

bool names_all(const Cells& row, const std::vector<std::string>& wanted) {
  if (wanted.empty() || wanted.size() > row.size()) return false;
  std::vector<std::string_view> sorted(row.size());
  for (std::size_t i = 0; i < row.size(); ++i) sorted[i] = row[i];
  std::sort(sorted.begin(), sorted.end());
  return std::all_of(wanted.begin(), wanted.end(), [&](const std::string& name) {
    return std::binary_search(sorted.begin(), sorted.end(), name);
  });
}

/// Whether numbers are equally spaced (0, 1, 2 or 1990, 1995, 2000): then they are probably names of columns,
/// not values.
bool counts_up(const std::vector<double>& numbers) {
  if (numbers.size() < 3) return false;
  const double step = numbers[1] - numbers[0];
  for (std::size_t i = 1; i < numbers.size(); ++i)
    if (numbers[i] - numbers[i - 1] != step) return false;
  return step > 0;
}

/// Whether a word is a cell of this row and not a number: then it is the name of a column.
bool names_column(const Cells& row, const std::string& word) {
  return !word.empty() && word != "none" && read_number(word).kind == NumberKind::text && holds(row, word);
}

/// For each column, whether an option excludes it by its number: its cells are then ignored.
std::vector<bool> numbered_aside(std::size_t columns, const CsvOptions& options) {
  std::vector<bool> aside(columns, false);
  for (const std::string& word : options.drop)
    if (const int c = column_number(word, columns); c >= 0) aside[std::size_t(c)] = true;
  for (const std::string* word : {&options.id, &options.patches})
    if (const int c = column_number(*word, columns); c >= 0) aside[std::size_t(c)] = true;
  return aside;
}

/// Whether the next row has no number where this one has text: then this row is not a header above numbers.
bool next_has_same_texts(const Cells& row, const Head& head, char decimal, const std::vector<bool>& aside) {
  if (head.size() < 2 || head[1].cells.size() != row.size()) return false;
  for (std::size_t c = 0; c < row.size(); ++c)
    if (!aside[c] && read_number(row[c], decimal).kind == NumberKind::text &&
        read_number(head[1].cells[c], decimal).kind == NumberKind::number)
      return false;
  return true;
}

}  // namespace

int wanted_features(const CsvOptions& options) {
  return int(options.wanted.empty() ? options.wanted_count : Index(options.wanted.size()));
}

int column_number(const std::string& text, std::size_t columns) {
  if (text.empty() || text.size() > 10 || text.find_first_not_of("0123456789") != std::string::npos)
    return -1;
  const double number = read_number(text).value;
  return number >= 1 && number <= double(columns) ? int(number) - 1 : -1;
}

bool is_header(const Cells& row, const Head& head, char decimal, const CsvOptions& options) {
  if (options.header != HeaderRow::automatic) return options.header == HeaderRow::first_row;
  // Names may be numbers ("0", "1", ...). The row is a header if it has all names that the model wants.
  if (names_all(row, options.wanted)) return true;
  const std::string& label = options.label;
  if (label.empty() && has_default_label(row)) return true;
  for (const std::string* word : {&label, &options.id, &options.patches})
    if (names_column(row, *word)) return true;
  for (const std::vector<std::string>* names : {&options.drop, &options.keep})
    for (const std::string& name : *names)
      if (names_column(row, name)) return true;

  const std::vector<bool> aside = numbered_aside(row.size(), options);
  std::vector<double> numbers;
  std::size_t texts = 0, looked = 0, last_text = 0, last = 0;
  for (std::size_t c = 0; c < row.size(); ++c) {
    if (aside[c]) continue;
    ++looked;
    last = c;
    const Number number = read_number(row[c], decimal);
    if (number.kind == NumberKind::number && numbers.size() < 1000) numbers.push_back(number.value);
    if (number.kind != NumberKind::text) continue;
    ++texts;
    last_text = c;
  }
  if (texts == looked || texts == 0) return texts > 0;
  if (texts > 1)
    return numbers.empty() || counts_up(numbers) || !next_has_same_texts(row, head, decimal, aside);
  // A single text among numbers is a label, unless the label is known to be elsewhere or the numbers are
  // names.
  if (counts_up(numbers)) return true;
  const int wanted = wanted_features(options);
  if (label == "none" || looked == 1 || (wanted > 0 && label.empty() && int(looked) == wanted)) return true;
  const int number = column_number(label, row.size());
  return !label.empty() && last_text != (number >= 0 ? std::size_t(number) : last);
}

bool is_decimal_comma(std::string_view text) {
  return text.find(',') != std::string_view::npos && read_number(text, ',').kind == NumberKind::number;
}

bool has_decimal_commas(const Head& head) {
  bool found = false;
  for (const HeldRow& row : head)
    for (std::size_t c = 0; c < row.cells.size(); ++c) {
      const std::string_view text = row.cells[c];
      const std::size_t comma = text.find(',');
      if (comma == std::string_view::npos) {
        if (text.find('.') != std::string_view::npos && read_number(text).kind == NumberKind::number)
          return false;
      } else if (is_decimal_comma(text)) {
        found |= text.size() - comma != 4 || comma > 3;
      }
    }
  return found;
}

}  // namespace tanda::internal::csv
