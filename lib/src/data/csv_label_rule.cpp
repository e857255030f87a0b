#include "csv_label_rule.hpp"

#include <algorithm>
#include <limits>

#include "base/text.hpp"
#include "csv_text.hpp"
#include "number.hpp"

namespace tanda::internal::csv {
namespace {

/// Usual names of label columns, in order of priority.
constexpr const char* label_names[] = {"label",   "class", "classes", "target",    "species",  "category",
                                       "outcome", "type",  "group",   "diagnosis", "cultivar", "y"};

bool is_free(const Columns& columns, int c) {
  return columns.target[std::size_t(c)] == Columns::passed_over;
}

/// Chooses the free column that has a usual name of label columns.
Status label_by_name(Columns& columns) {
  for (const char* usual : label_names) {
    for (int c = 0; c < int(columns.names.size()); ++c) {
      const std::string_view name = columns.names[std::size_t(c)];
      if (!equal_ignoring_case(name, usual) || !is_free(columns, c)) continue;
      if (columns.label >= 0)
        return {Code::no_such_column, joined({"more than one column is called ", shown(name)}),
                "give the label column's number, or rename the columns"};
      columns.label = c;
    }
    if (columns.label >= 0) break;
  }
  columns.why = Why::name;
  return {};
}

/// Chooses the model's own label column if it exists and is free.
bool label_of_model(Columns& columns, const CsvOptions& options) {
  columns.why = Why::fitted;
  if (!columns.header || options.fitted_label.empty()) {
    const Index c = options.fitted_label_column - 1;
    if (c >= 0 && c < columns.count() && is_free(columns, int(c))) columns.label = int(c);
  } else {
    for (int c = 0; c < columns.count() && columns.label < 0; ++c)
      if (columns.names[std::size_t(c)] == options.fitted_label && is_free(columns, c)) columns.label = c;
  }
  return columns.label >= 0;
}

/// Counts of the cells that the held rows have in a column.
struct Held {
  std::size_t texts = 0, numbers = 0, distinct = 0;

  bool is_text() const { return texts > numbers; }
  /// Text that differs in each row: probably names, not classes. False if there are few rows.
  bool names_rows() const { return texts >= enough && distinct == texts + numbers; }
  /// Numbers that differ in almost every row: probably measurements, not classes.
  bool measures() const { return texts == 0 && numbers >= enough && 10 * distinct >= 9 * numbers; }

 private:
  static constexpr std::size_t enough = 10;
};

Held held_in(const Columns& columns, const Head& head, int column) {
  Held held;
  const std::size_t c = std::size_t(column);
  std::vector<std::string_view> seen;
  for (std::size_t i = columns.header; i < head.size(); ++i) {
    if (c >= head[i].cells.size()) continue;
    const std::string_view text = head[i].cells[c];
    const NumberKind kind = read_number(text, columns.decimal).kind;
    if (kind == NumberKind::missing) continue;
    ++(kind == NumberKind::text ? held.texts : held.numbers);
    if (std::find(seen.begin(), seen.end(), text) != seen.end()) continue;
    seen.push_back(text);
    ++held.distinct;
  }
  return held;
}

/// The columns that may be the label if no option names it.
struct Candidates {
  std::vector<int> all;
  std::vector<int> classes;  ///< columns of text that may be classes
  bool texts = false;        ///< whether there is a column of text
  int fewest = -1;           ///< the one of `classes` with the fewest different texts in the held rows

  int last() const { return all.back(); }
};

Candidates candidates_of(const Columns& columns, const Head& head, const std::vector<bool>& kept) {
  Candidates found;
  std::size_t least = 0;
  for (int c = 0; c < columns.count(); ++c) {
    if (!is_free(columns, c) || (!kept.empty() && kept[std::size_t(c)])) continue;
    found.all.push_back(c);
    const Held held = held_in(columns, head, c);
    found.texts |= held.is_text();
    if (!held.is_text() || held.names_rows()) continue;
    found.classes.push_back(c);
    if (found.fewest >= 0 && held.distinct >= least) continue;
    found.fewest = c;
    least = held.distinct;
  }
  return found;
}

}  // namespace

int label_name_rank(std::string_view name) {
  int rank = 0;
  for (const char* usual : label_names) {
    if (equal_ignoring_case(name, usual)) return rank;
    ++rank;
  }
  return -1;
}

bool has_default_label(const Cells& row) {
  for (std::size_t i = 0; i < row.size(); ++i)
    if (equal_ignoring_case(row[i], label_names[0])) return true;
  return false;
}

Status guess_label(Columns& columns, const Head& head, const CsvOptions& options,
                   const std::vector<bool>& kept) {
  if (label_of_model(columns, options)) return {};
  if (Status s = label_by_name(columns); !s) return s;
  const bool named = columns.label >= 0;
  if (named && !held_in(columns, head, columns.label).measures()) return {};
  const Candidates found = candidates_of(columns, head, kept);
  if (named) {
    if (found.classes.size() != 1) return {};
    columns.named = columns.label;
    columns.label = found.classes[0];
    columns.why = Why::text;
    return {};
  }
  if (found.all.empty() || (found.all.size() == 1 && kept.empty())) return {};
  const bool last = found.classes.empty() || found.classes.back() == found.last();
  columns.label = last ? found.last() : found.fewest;
  columns.why = found.classes.size() == 1 ? Why::text : last ? Why::last : Why::fewest_texts;
  // If there are columns of text, an error will be reported for the features anyway.
  columns.open = !found.texts && kept.empty();
  return {};
}

Status guess_free_label(Columns& columns, const CsvOptions& options) {
  if (label_of_model(columns, options)) return {};
  if (Status s = label_by_name(columns); !s || columns.label >= 0) return s;
  if (is_free(columns, columns.count() - 1)) columns.label = columns.count() - 1;
  columns.why = Why::last;
  return {};
}

Status check_label_not_taken(const Columns& columns, const CsvOptions& options) {
  if (!columns.header || !options.label.empty() || options.wanted_count > 0) return {};
  constexpr int none = std::numeric_limits<int>::max();
  int taken = -1, taken_rank = none, left_rank = none;
  for (int column = 0; column < columns.count(); ++column) {
    const int rank = label_name_rank(columns.names[std::size_t(column)]);
    const int target = columns.target[std::size_t(column)];
    if (rank < 0) continue;
    if (target == Columns::passed_over) {
      left_rank = std::min(left_rank, rank);
    } else if ((target == Columns::is_id || target == Columns::is_patch) && rank < taken_rank) {
      taken = column;
      taken_rank = rank;
    }
  }
  if (taken_rank < left_rank)
    return {Code::bad_argument, joined({columns.called(taken), " is called as label columns are"}),
            "name the label column with {label}"};
  return {};
}

}  // namespace tanda::internal::csv
