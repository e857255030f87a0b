// ARFF, the format of Weka and OpenML: a header with names and types of the attributes, then rows as in CSV.
#include <algorithm>
#include <iterator>
#include <vector>

#include "base/text.hpp"
#include "data/csv_text.hpp"
#include "data/number.hpp"
#include "data/readers.hpp"

namespace tanda::internal {
namespace csv {
namespace {

constexpr std::size_t longest_line = 1 << 22;  // of the header: attributes list their values

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

/// Removes the first word of a line, which ends at a blank or at a quote, and returns it.
std::string take_word(std::string_view& line) {
  line = trimmed(line);
  std::string word;
  const char quote = !line.empty() && (line[0] == '\'' || line[0] == '"') ? line[0] : '\0';
  std::size_t i = quote ? 1 : 0;
  for (; i < line.size(); ++i) {
    if (quote ? line[i] == quote : is_blank(line[i]) || line[i] == '{') break;
    if (quote && line[i] == '\\' && i + 1 < line.size()) ++i;
    word += line[i];
  }
  if (quote && i < line.size()) ++i;
  if (quote && i < line.size() && !is_blank(line[i])) word.clear();  // text follows the quote: invalid
  line.remove_prefix(std::min(i, line.size()));
  return word;
}

class Arff final : public Reader {
 public:
  Status feed(std::string_view piece, std::string& csv) override {
    for (const char c : piece) {
      if (in_data_) {
        if (Status s = take(c, csv); !s) return s;
      } else if (c != '\n') {
        line_ += c;
        if (line_.size() > longest_line) return wrong("the line is too long");
      } else if (Status s = end_header_line(csv); !s) {
        return s;
      }
    }
    return {};
  }

  Status finish(std::string& csv, bool&) override {
    if (in_data_) return {};
    if (Status s = end_header_line(csv); !s) return s;
    return in_data_ ? Status() : Status(Code::empty_data, "the ARFF header has no @data", "add the rows");
  }

  int class_column() const override {
    if (nominal_ != 1 && !last_is_nominal_) return 0;
    for (const std::string& name : names_)
      for (const char* surer : {"label", "class", "classes", "target"})
        if (equal_ignoring_case(name, surer)) return 0;
    const std::string number = std::to_string(class_column_);  // not if it is also a column's name
    return std::find(names_.begin(), names_.end(), number) == names_.end() ? class_column_ : 0;
  }

  const char* class_reason() const override { return "the file says which values it takes"; }

 private:
  Status wrong(const std::string& what) const {
    return {Code::bad_text, joined({"line ", number_, ": ", what}), "correct the ARFF header"};
  }

  Status end_header_line(std::string& csv) {
    std::string_view line = trimmed(line_);
    Status status;
    if (!line.empty() && line[0] != '%') {
      const std::string word = take_word(line);
      if (equal_ignoring_case(word, "@attribute"))
        status = add_attribute(line);
      else if (equal_ignoring_case(word, "@data"))
        status = begin_data(csv);
      else if (!equal_ignoring_case(word, "@relation"))
        status = wrong(joined({shown(word), " is not @relation, @attribute or @data"}));
    }
    csv += '\n';
    line_.clear();
    ++number_;
    return status;
  }

  Status add_attribute(std::string_view line) {
    const std::string name = take_word(line);
    if (name.empty()) return wrong("the attribute has no name, or text right after its closing quote");
    line = trimmed(line);
    if (line.empty()) return wrong(joined({"the attribute ", shown(name), " has no type"}));
    const std::string type = line[0] == '{' ? "{" : take_word(line);
    constexpr const char* known[] = {"{", "numeric", "real", "integer", "string", "date"};
    if (std::none_of(std::begin(known), std::end(known),
                     [&](const char* word) { return equal_ignoring_case(type, word); }))
      return wrong(joined({"attributes of the type ", shown(type), " are not read"}));
    last_is_nominal_ = type == "{";
    names_.push_back(name);
    nominal_ += last_is_nominal_;
    if (last_is_nominal_) class_column_ = int(names_.size());
    return {};
  }

  Status begin_data(std::string& csv) {
    if (names_.empty()) return wrong("there are no attributes before @data");
    for (std::size_t i = 0; i < names_.size(); ++i) {
      csv += i == 0 ? "\"" : ",\"";
      for (const char c : names_[i]) csv.append(c == '"' ? 2 : 1, c);
      csv += '"';
    }
    in_data_ = true;
    return {};
  }

  /// Processes one character of the rows.
  Status take(char c, std::string& csv) {
    if (c == '\n') {
      // An open quote is passed on; the CSV reader reports it.
      at_ = At::line;
      ++number_;
      csv += c;
      return {};
    }
    switch (at_) {
      case At::line:
        if (c == '{')
          return {Code::bad_text,
                  joined({"line ", number_, ": rows in braces, which leave zeros out, are not read"}),
                  "save the table with all its values, or as CSV"};
        if (c == '%') at_ = At::comment;
        [[fallthrough]];
      case At::field:
        if (at_ == At::comment || is_blank(c)) return {};
        if (c == '\'' || c == '"') {
          quote_ = c;
          at_ = At::quoted;
          csv += '"';
          return {};
        }
        at_ = c == ',' ? At::field : At::bare;
        csv += c;
        return {};
      case At::bare:
        if (c == ',') at_ = At::field;
        if (c != '\r') csv += c;
        return {};
      case At::quoted:
        if (c == '\\') {
          at_ = At::escaped;
        } else if (c == quote_) {
          at_ = At::bare;
          csv += '"';
        } else {
          csv.append(c == '"' ? 2 : 1, c);
        }
        return {};
      case At::escaped:
        at_ = At::quoted;
        csv.append(c == '"' ? 2 : 1, c);
        return {};
      case At::comment:
        return {};
    }
    return {};
  }

  bool in_data_ = false;
  std::string line_;  ///< the current line of the header
  long long number_ = 1;
  std::vector<std::string> names_;
  int nominal_ = 0, class_column_ = 0;
  bool last_is_nominal_ = false;
  enum class At : unsigned char { line, field, bare, quoted, escaped, comment } at_ = At::line;
  char quote_ = '\'';
};

/// Comments and blank lines may come before @relation, possibly more than `head` has. No other format begins
/// with that many comment lines of %.
bool is_arff(std::string_view head) {
  constexpr std::string_view relation = "@relation";
  const bool cut = head.size() >= 4096;
  bool comments = false;
  while (!head.empty()) {
    const std::size_t end = head.find('\n');
    const bool cut_here = end == std::string_view::npos && cut;
    const std::string_view line = trimmed(head.substr(0, end));
    if (!line.empty() && line[0] != '%')
      return equal_ignoring_case(line.substr(0, relation.size()),
                                 relation.substr(0, cut_here ? line.size() : relation.size()));
    comments |= !line.empty();
    if (end == std::string_view::npos) break;
    head.remove_prefix(end + 1);
  }
  return comments && cut;
}

}  // namespace
}  // namespace csv

const ReaderInfo& arff_reader() {
  static constexpr ReaderInfo info{"arff", "arff", "the format of Weka and OpenML", csv::is_arff,
                                   [](CsvOptions& options) -> std::unique_ptr<csv::Reader> {
                                     options.separator = ',';
                                     options.decimal = '.';
                                     options.header = HeaderRow::first_row;
                                     return std::make_unique<csv::Arff>();
                                   }};
  return info;
}

}  // namespace tanda::internal
