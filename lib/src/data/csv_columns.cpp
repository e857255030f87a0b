#include "csv_columns.hpp"

#include <algorithm>
#include <map>

#include "csv_text.hpp"
#include "number.hpp"
#include "tanda/core/text.hpp"

namespace tanda::csv {
namespace {

using Names = std::vector<std::string>;

bool is_text(const std::string& cell) {
  return read_number(cell).kind == NumberKind::text;
}
/// What label columns are called, the surest first. The page has the same list.
constexpr const char* label_names[] = {"label",   "class", "classes", "target",    "species",  "category",
                                       "outcome", "type",  "group",   "diagnosis", "cultivar", "y"};

bool is_default_label(const std::string& name) {
  return equal_ignoring_case(name, label_names[0]);
}
bool holds(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

int wanted_features(const CsvOptions& options) {
  return int(options.wanted.empty() ? options.wanted_count : Index(options.wanted.size()));
}

/// "4" → 3; -1 when it is not a column number of a table this wide.
int column_number(const std::string& text, std::size_t columns) {
  if (text.empty() || text.size() > 10 || text.find_first_not_of("0123456789") != std::string::npos)
    return -1;
  const double number = read_number(text).value;
  return number >= 1 && number <= double(columns) ? int(number) - 1 : -1;
}

/// The cell of a first row that may hold text though the row is no header.
int possible_label(const Names& row, const CsvOptions& options) {
  const int last = int(row.size()) - 1;
  if (options.label == "none") return -1;
  if (const int number = column_number(options.label, row.size()); number >= 0) return number;
  if (!options.label.empty())
    return last;  // a name that is not here, or a number too large: an error in any case
  const int wanted = wanted_features(options);
  return last == 0 || (wanted > 0 && last + 1 == wanted) ? -1 : last;
}

bool names_all(const Names& row, const Names& wanted) {
  Names sorted = row;
  std::sort(sorted.begin(), sorted.end());
  return !wanted.empty() && std::all_of(wanted.begin(), wanted.end(), [&](const std::string& name) {
    return std::binary_search(sorted.begin(), sorted.end(), name);
  });
}

bool is_header(const Names& row, const CsvOptions& options) {
  // Names may be numbers ("0", "1", ...): a name that is asked for and stands here tells.
  if (names_all(row, options.wanted)) return true;
  if (options.label.empty() && std::any_of(row.begin(), row.end(), is_default_label)) return true;
  if (is_text(options.label) && options.label != "none" && holds(row, options.label)) return true;
  if (std::all_of(row.begin(), row.end(), is_text)) return true;
  const int label = possible_label(row, options);
  for (int c = 0; c < int(row.size()); ++c)
    if (c != label && is_text(row[std::size_t(c)])) return true;
  return false;
}

/// `"a", "b", "c" and 4 more`
std::string list(const Names& names) {
  std::string out;
  const std::size_t shown_names = std::min<std::size_t>(names.size(), 3);
  for (std::size_t i = 0; i < shown_names; ++i) out += (i ? ", " : "") + shown(names[i]);
  return names.size() > 3 ? joined({out, " and ", names.size() - 3, " more"}) : out;
}

Status ambiguous(const std::string& name) {
  return {Code::no_such_column, joined({"more than one column is called ", shown(name)}),
          "give the label column's number, or rename the columns"};
}

Result<int> find_label(const Columns& columns, const std::string& label) {
  const Names& names = columns.names;
  const auto found = std::count(names.begin(), names.end(), label);
  if (found > 1) return ambiguous(label);
  if (found == 1) return int(std::find(names.begin(), names.end(), label) - names.begin());
  if (const int number = column_number(label, columns.target.size()); number >= 0) return number;
  const bool is_number = label.find_first_not_of("0123456789") == std::string::npos;
  std::string message = is_number ? joined({"there is no column ", shown(label).substr(1, label.size())})
                                  : joined({"there is no column ", shown(label)});
  if (is_number)
    append(message, {": the table has ", counted(columns.count(), "column")});
  else if (!columns.header)
    message += ": the table has no header";
  else
    append(message, {"; the header has ", list(names)});
  return Status(Code::no_such_column, std::move(message));
}

/// The column that is called what label columns are called, -1 if there is none.
Result<int> default_label(const Columns& columns, const Names& except) {
  for (const char* usual : label_names) {
    int found = -1;
    for (int c = 0; c < int(columns.names.size()); ++c) {
      const std::string& name = columns.names[std::size_t(c)];
      if (!equal_ignoring_case(name, usual) || holds(except, name)) continue;
      if (found >= 0) return ambiguous(name);
      found = c;
    }
    if (found >= 0) return found;
  }
  return -1;
}

/// The label when `options.label` is empty: by its name, else the last column if `last_will_do`.
Status guess_label(Columns& columns, const Names& except, bool last_will_do) {
  if (Status s = default_label(columns, except).get(columns.label); !s) return s;
  columns.label_by_name = columns.label >= 0 && !is_default_label(columns.names[std::size_t(columns.label)]);
  columns.label_is_last = columns.label < 0 && last_will_do;
  if (columns.label_is_last) columns.label = columns.count() - 1;
  return {};
}

Status choose_label(Columns& columns, const CsvOptions& options, const Names& except, bool last_will_do) {
  if (options.label == "none") return {};
  if (options.label.empty()) return guess_label(columns, except, last_will_do);
  return find_label(columns, options.label).get(columns.label);
}

/// Every column but the label is a feature.
void take_the_rest(Columns& columns) {
  for (int c = 0; c < columns.count(); ++c)
    columns.target[std::size_t(c)] = c == columns.label ? Columns::is_label : columns.features++;
}

Status pick_by_position(Columns& columns, const CsvOptions& options) {
  const int count = columns.count(), wanted = wanted_features(options);
  const bool named = !options.label.empty() && options.label != "none";
  if (named || count != wanted)
    if (Status s = choose_label(columns, options, {}, true); !s) return s;
  if (count != wanted + (columns.label >= 0))
    return {
        Code::column_mismatch,
        joined({"the table has ", counted(count, "column"), (named ? ", one of them the label" : ""),
                "; the model wants ", wanted, (options.label == "none" ? "" : ", or one more with labels")})};
  take_the_rest(columns);
  return {};
}

Status pick_by_name(Columns& columns, const CsvOptions& options) {
  std::multimap<std::string, int> where;
  for (int c = 0; c < columns.count(); ++c) where.emplace(columns.names[std::size_t(c)], c);
  Names lacking;
  for (const std::string& name : options.wanted) {
    const auto [begin, end] = where.equal_range(name);
    if (begin == end) {
      lacking.push_back(name);
    } else if (std::next(begin) != end) {
      return {Code::column_mismatch, joined({"more than one column is called ", shown(name)}),
              "rename the columns"};
    } else {
      columns.target[std::size_t(begin->second)] = columns.features++;
    }
  }
  if (!lacking.empty())
    return {Code::column_mismatch, joined({"the header lacks ", list(lacking), " of the model's ",
                                           counted(wanted_features(options), "column")})};

  const bool last_is_free = columns.target.back() == Columns::passed_over;
  if (Status s = choose_label(columns, options, options.wanted, last_is_free); !s) return s;
  if (columns.label < 0) return {};
  int& target = columns.target[std::size_t(columns.label)];
  if (target >= 0)
    return {Code::column_mismatch,
            joined({columns.called(columns.label), " is a feature of the model, not the label"}),
            "name another column with --label"};
  target = Columns::is_label;
  return {};
}

bool all_differ(Names names) {
  std::sort(names.begin(), names.end());
  return std::adjacent_find(names.begin(), names.end()) == names.end();
}

}  // namespace

std::string Columns::called(int column) const {
  return has_name(column) ? joined({"column ", shown(names[std::size_t(column)])})
                          : joined({"column ", column + 1});
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

Result<Columns> choose_columns(const std::vector<std::string>& first_row, const CsvOptions& options) {
  Columns columns;
  columns.header = is_header(first_row, options);
  if (columns.header) columns.names = first_row;
  columns.target.assign(first_row.size(), Columns::passed_over);

  Status status;
  if (wanted_features(options) == 0) {
    status = choose_label(columns, options, {}, first_row.size() > 1);
    if (status) take_the_rest(columns);
  } else if (columns.header && !options.wanted.empty() && all_differ(options.wanted)) {
    status = pick_by_name(columns, options);
  } else {
    status = pick_by_position(columns, options);
  }
  if (!status) return status;
  if (columns.features == 0)
    return Status(Code::empty_data, "the only column is the label: there are no features",
                  "separate the columns by comma, semicolon or tab, or use --label none");
  return columns;
}

}  // namespace tanda::csv
