#include "csv_columns.hpp"

#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "csv_encoding.hpp"
#include "csv_header.hpp"
#include "csv_label_rule.hpp"
#include "csv_text.hpp"

namespace tanda::internal::csv {
namespace {

using Names = std::vector<std::string>;

/// Joins quoted names: `"a", "b", "c" and 4 more`.
std::string list(const std::vector<std::string_view>& names, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < names.size() && i < 3; ++i) append(out, {(i ? ", " : ""), shown(names[i])});
  return count > 3 ? joined({out, " and ", count - 3, " more"}) : out;
}

Status ambiguous(std::string_view name) {
  return {Code::no_such_column, joined({"more than one column is called ", shown(name)}),
          "give the column's number, or rename the columns"};
}

/// Finds the column that an option means, by name or else by number.
Result<int> find_column(const Columns& columns, const std::string& word) {
  int found = -1;
  for (std::size_t c = 0; c < columns.names.size(); ++c) {
    if (columns.names[c] != word) continue;
    if (found >= 0) return ambiguous(word);
    found = int(c);
  }
  if (found >= 0) return found;
  if (const int number = column_number(word, columns.target.size()); number >= 0) return number;
  const bool is_number = word.find_first_not_of("0123456789") == std::string::npos;
  std::string message = is_number ? joined({"there is no column ", shown(word).substr(1, word.size())})
                                  : joined({"there is no column ", shown(word)});
  if (is_number) {
    append(message, {": the table has ", counted(columns.count(), "column")});
  } else if (!columns.header) {
    message += ": the table has no header";
  } else {
    std::vector<std::string_view> first;
    for (std::size_t c = 0; c < columns.names.size() && c < 3; ++c) first.push_back(columns.names[c]);
    append(message, {"; the header has ", list(first, columns.names.size())});
  }
  return Status(Code::no_such_column, std::move(message));
}

/// The only free column with the name of the model's column of row names, or -1. It may be missing, because
/// no option asks for it, and columns that options ask for have priority.
int id_of_model(const Columns& columns, const CsvOptions& options) {
  int found = -1;
  for (std::size_t c = 0; c < columns.names.size(); ++c) {
    if (columns.names[c] != options.fitted_id || columns.target[c] != Columns::passed_over) continue;
    if (found >= 0) return -1;
    found = int(c);
  }
  const auto names_it = [&](const std::string& word) {
    return word == options.fitted_id || column_number(word, columns.target.size()) == found;
  };
  const bool asked_for =
      names_it(options.label) || std::any_of(options.keep.begin(), options.keep.end(), names_it);
  return asked_for ? -1 : found;
}

/// Marks the columns that are dropped, that name the rows, and that have the patches.
Status set_aside(Columns& columns, const CsvOptions& options) {
  int c = -1;
  for (const std::string& word : options.drop) {
    if (Status s = find_column(columns, word).get(c); !s) return s;
    columns.target[std::size_t(c)] = Columns::dropped;
  }
  if (!options.patches.empty()) {
    if (Status s = find_column(columns, options.patches).get(columns.patches); !s) return s;
    columns.target[std::size_t(columns.patches)] = Columns::is_patch;
  }
  if (!options.id.empty()) {
    if (Status s = find_column(columns, options.id).get(columns.id); !s) return s;
  } else if (!options.fitted_id.empty()) {
    columns.id = id_of_model(columns, options);
  }
  if (columns.id >= 0 && columns.id != columns.patches)
    columns.target[std::size_t(columns.id)] = Columns::is_id;
  return check_label_not_taken(columns, options);
}

/// For each column, whether --keep names it; empty if --keep is not given.
Result<std::vector<bool>> kept_columns(const Columns& columns, const CsvOptions& options) {
  std::vector<bool> kept;
  if (!options.keep.empty()) kept.resize(columns.target.size());
  for (const std::string& word : options.keep) {
    int c = -1;
    if (Status s = find_column(columns, word).get(c); !s) return s;
    if (columns.target[std::size_t(c)] != Columns::passed_over)
      return Status(Code::bad_argument, joined({columns.called(c), " is both kept and left out"}),
                    "name it once");
    kept[std::size_t(c)] = true;
  }
  return kept;
}

Status told_label(Columns& columns, const CsvOptions& options) {
  if (options.label == "none") return {};
  if (options.label_number > 0)
    columns.label = options.label_number - 1;
  else if (Status s = find_column(columns, options.label).get(columns.label); !s)
    return s;
  if (const int t = columns.target[std::size_t(columns.label)]; t == Columns::dropped || t == Columns::is_id)
    return {Code::bad_argument, joined({columns.called(columns.label), " is both the label and left out"}),
            "name it once"};
  return {};
}

/// Marks the features: all columns except the label and dropped ones; with --keep, only the columns it names.
void take_the_rest(Columns& columns, const std::vector<bool>& kept) {
  for (int c = 0; c < columns.count(); ++c) {
    int& target = columns.target[std::size_t(c)];
    if (c == columns.label && !columns.open)
      target = Columns::is_label;
    else if (target == Columns::passed_over)
      target = kept.empty() || kept[std::size_t(c)] ? columns.features++ : Columns::dropped;
  }
}

Status pick_by_position(Columns& columns, const Head& head, const CsvOptions& options,
                        const std::vector<bool>& kept) {
  const int wanted = wanted_features(options);
  const auto free = [&] {
    int n = 0;
    for (int c = 0; c < columns.count(); ++c)
      n += columns.target[std::size_t(c)] == Columns::passed_over &&
           (kept.empty() || kept[std::size_t(c)] || c == columns.label);
    return n;
  };
  const bool named = !options.label.empty() && options.label != "none";
  if (named) {
    if (Status s = told_label(columns, options); !s) return s;
  } else if (options.label.empty() && free() != wanted) {
    if (Status s = guess_label(columns, head, options, kept); !s) return s;
  }
  if (const int count = free(); count != wanted + (columns.label >= 0))
    return {
        Code::column_mismatch,
        joined({"the table has ", counted(count, "column"), (named ? ", one of them the label" : ""),
                "; the model wants ", wanted, (options.label == "none" ? "" : ", or one more with labels")}),
        "give the columns the model was fitted on, in their order; leave others out with {drop}"};
  take_the_rest(columns, kept);
  return {};
}

Status pick_by_name(Columns& columns, const CsvOptions& options) {
  std::multimap<std::string_view, int> where;
  for (int c = 0; c < columns.count(); ++c) where.emplace(columns.names[std::size_t(c)], c);
  std::vector<std::string_view> lacking;
  for (const std::string& name : options.wanted) {
    const auto [begin, end] = where.equal_range(name);
    if (begin == end) {
      lacking.push_back(name);
    } else if (std::next(begin) != end) {
      return {Code::column_mismatch, joined({"more than one column is called ", shown(name)}),
              "rename the columns"};
    } else if (int& target = columns.target[std::size_t(begin->second)]; target != Columns::passed_over) {
      return {Code::column_mismatch,
              joined({columns.called(begin->second), " is a feature of the model and cannot be left out"}),
              "leave out other columns, or fit a model without it"};
    } else {
      target = columns.features++;
    }
  }
  if (!lacking.empty())
    return {Code::column_mismatch, joined({"the header lacks ", list(lacking, lacking.size()),
                                           " of the model's ", counted(wanted_features(options), "column")})};

  if (Status s = options.label.empty() ? guess_free_label(columns, options) : told_label(columns, options);
      !s)
    return s;
  if (columns.label < 0) return {};
  int& target = columns.target[std::size_t(columns.label)];
  if (target >= 0)
    return {Code::column_mismatch,
            joined({columns.called(columns.label), " is a feature of the model, not the label"}),
            "name another column with {label}"};
  target = Columns::is_label;
  return {};
}

bool all_differ(Names names) {
  std::sort(names.begin(), names.end());
  return std::adjacent_find(names.begin(), names.end()) == names.end();
}

Cells in_utf8(const Cells& row) {
  Cells out;
  out.reserve(row.size());
  for (std::size_t c = 0; c < row.size(); ++c) out.push(to_utf8(row[c]));
  return out;
}

}  // namespace

std::string Columns::called(int column) const {
  return has_name(column) ? joined({"column ", shown(names[std::size_t(column)])})
                          : joined({"column ", column + 1});
}

std::string Columns::word(int column) const {
  if (!has_name(column)) return std::to_string(column + 1);
  return readable(names[std::size_t(column)]);
}

std::string Columns::list(const std::vector<int>& which) const {
  std::string out;
  for (std::size_t i = 0; i < which.size() && i < 3; ++i)
    append(out, {(i ? ", " : ""),
                 (has_name(which[i]) ? shown(names[std::size_t(which[i])]) : std::to_string(which[i] + 1))});
  return which.size() > 3 ? joined({out, " and ", which.size() - 3, " more"}) : out;
}

std::vector<std::string> Columns::feature_names() const {
  if (!header) return {};
  Names out;
  out.resize(std::size_t(features));
  for (int c = 0; c < count(); ++c)
    if (const int feature = target[std::size_t(c)]; feature >= 0)
      out[std::size_t(feature)] = names[std::size_t(c)];
  return out;
}

Result<Columns> choose_columns(const Head& head, char separator, const CsvOptions& options) {
  Columns columns;
  columns.decimal_seen = options.decimal == '\0' && separator != ',' && has_decimal_commas(head);
  columns.decimal = columns.decimal_seen ? ',' : options.decimal == '\0' ? '.' : options.decimal;
  const Cells& first = head[0].cells;
  columns.latin = !is_utf8(first.text());
  const Cells converted = columns.latin ? in_utf8(first) : Cells();
  const Cells& row = columns.latin ? converted : first;
  columns.header = is_header(row, head, columns.decimal, options);
  if (columns.header) columns.names = row;
  columns.latin &= columns.header;
  columns.target.assign(first.size(), Columns::passed_over);

  if (Status s = set_aside(columns, options); !s) return s;
  const Result<std::vector<bool>> kept = kept_columns(columns, options);
  if (!kept) return kept.status();
  Status status;
  if (wanted_features(options) == 0) {
    status =
        options.label.empty() ? guess_label(columns, head, options, *kept) : told_label(columns, options);
    if (status) take_the_rest(columns, *kept);
  } else if (columns.header && !options.wanted.empty() && all_differ(options.wanted)) {
    status = pick_by_name(columns, options);
  } else {
    status = pick_by_position(columns, head, options, *kept);
  }
  if (!status) return status;
  if (columns.features - columns.open <= 0) {
    if (first.size() > 1)
      return Status(Code::empty_data, "there are no features: every column is the label or left out",
                    "drop fewer columns");
    return Status(
        Code::empty_data, "the only column is the label: there are no features",
        "separate the columns by comma, semicolon, tab or pipe (or name it with {sep}), or use {label=none}");
  }
  return columns;
}

}  // namespace tanda::internal::csv
