// The CSV reader's notes about a table, and the column that it takes for the label.
#include <cstdio>

#include "data/csv.hpp"
#include "embedded.hpp"
#include "ut.hpp"

namespace table_notes_test {
using namespace ut;
using namespace tanda;
using namespace tanda::internal;

Table<float> table(const std::string& text, const CsvOptions& options = {}) {
  auto result = read_csv<float>(text, options);
  expect(bool(result)) << result.status().text();
  return result ? std::move(*result) : Table<float>{};
}

bool notes(const Table<float>& t, const std::string& part) {
  for (const std::string& n : t.notes)
    if (n.find(part) != std::string::npos) return true;
  for (const std::string& n : t.notes) std::printf("note: %s\n", n.c_str());
  return false;
}

/// Sixty rows of two classes; `more` gives the first cell of row i, and the rest are measurements.
template <class More>
std::string rows_with(const char* header, More more) {
  std::string text = header;
  unsigned state = 7;
  for (int i = 0; i < 60; ++i) {
    state = state * 1664525u + 1013904223u;
    text += more(i) + "," + std::to_string(double(state >> 8) / 1000) + "," + (i % 2 ? "yes" : "no") + "\n";
  }
  return text;
}

/// A case of label_columns.txt: `rows N` of a table whose lines repeat, and the expected label.
struct Case {
  std::string name, label, text;
};

std::vector<Case> cases() {
  std::vector<Case> found;
  const std::string_view all = embedded("label_columns.txt");
  for (std::size_t at = 0; at < all.size();) {
    const std::string line(all.substr(at, all.find('\n', at) - at));
    at += line.size() + 1;
    if (line.rfind("== ", 0) == 0)
      found.push_back({line.substr(3), "", ""});
    else if (!found.empty() && line.rfind("label ", 0) == 0 && found.back().label.empty())
      found.back().label = line.substr(6);
    else if (!found.empty() && !line.empty())
      found.back().text += line + '\n';
  }
  return found;
}

/// The number of the label column; for a table that is refused for other text columns, the name of the label
/// in the message.
std::string label_of(const Case& each) {
  const auto t = read_csv<float>(each.text, {});
  if (t) return t->has_labels ? std::to_string(t->label_column + 1) : "none";
  const std::string message = t.status().message(), before = "(the label is column \"";
  const std::size_t at = message.find(before);
  if (at == std::string::npos) return "refused: " + message;
  const std::size_t begin = at + before.size();
  const std::string header = ',' + each.text.substr(0, each.text.find('\n')) + ',';
  const std::size_t column = header.find(',' + message.substr(begin, message.find('"', begin) - begin) + ',');
  return std::to_string(std::count(header.begin(), header.begin() + std::ptrdiff_t(column) + 1, ','));
}

const suite table_notes_suite{[] {
  "the label column of every case that the page is tested with, too"_test = [] {
    expect(cases().size() > 15u);
    for (const Case& each : cases()) expect(label_of(each) == each.label) << each.name << label_of(each);
  };
  "the layout has the same label column, and refuses no cell"_test = [] {
    for (const Case& each : cases()) {
      const auto layout = csv_layout(each.text, {});
      expect(bool(layout) && (layout->label < 0 ? "none" : std::to_string(layout->label + 1)) == each.label)
          << each.name;
    }
    const auto odd = csv_layout("name;town;a;b\nu;x;1,5;2\nv;y;oops;3\nw;x\n", {});
    expect(odd && odd->separator == ';' && odd->decimal == ',' && odd->header);
    expect(odd->columns == std::vector<std::string>{"name", "town", "a", "b"});
    const auto twice = csv_layout("label,a,label\n1,2,3\n", {});
    expect(twice && twice->label < 0 && twice->reason == "more than one column is called \"label\"");
    expect(csv_layout("1.5\n2.5\n", {})->reason == "there is one column only");
    expect(csv_layout("", {}).status().code() == Code::empty_data);
    CsvOptions given;
    given.separator = ',';
    expect(csv_layout("a;b,c\n1,2\n", given)->columns == std::vector<std::string>{"a;b", "c"});
  };
  "the layout looks at all rows where they decide"_test = [] {
    std::string text = "grade,a,b\n";
    for (int i = 0; i < 30000; ++i)
      text += std::to_string(i % 3) + "," + std::to_string(i) + ".5," + std::to_string(i) + ".25\n";
    const auto layout = csv_layout(text, {});
    expect(layout && layout->label == 0 && layout->reason == "the only column of few whole numbers");
  };
  "why it is the label"_test = [] {
    const auto few = table(rows_with("grade,a,b\n", [](int i) { return std::to_string(i % 3); }), [] {
      CsvOptions options;
      options.drop = {"b"};
      return options;
    }());
    expect(few.label_name == "grade" && few.labels.classes == std::vector<std::string>{"0", "1", "2"});
    expect(notes(few, "label column: \"grade\" (the only column of few whole numbers)"));
    expect(few.features == std::vector<std::string>{"a"} && few.columns == 1 && few.values.size() == 60u);
  };
  "a measured column is not the label for its name alone"_test = [] {
    CsvOptions options;
    options.drop = {"unused"};
    const auto y = table(rows_with("y,kind,a,unused\n",
                                   [](int i) { return std::to_string(i) + (i % 2 ? ".5,oak" : ".5,elm"); }),
                         options);
    expect(y.label_name == "kind" && y.labels.classes == std::vector<std::string>{"elm", "oak"});
    expect(notes(y, "label column: \"kind\" (the only column of text)"));
    expect(notes(y,
                 "column \"y\" is taken as a feature, not as the label: almost all its values differ; "
                 "{label=y} takes it"));
  };
  "columns that name the rows"_test = [] {
    const auto t = table(rows_with("id,a,class\n", [](int i) { return std::to_string(1000 + 7 * i); }));
    expect(notes(t,
                 "column \"id\" has a different whole number in almost every row: if it only names the rows, "
                 "leave it out with {drop=id}, or carry it along with {id=id}"));
    expect(t.notes.size() == 2u);
  };
  "columns that never change"_test = [] {
    const auto t = table(rows_with("my unit,a,class\n", [](int) { return std::string("5"); }));
    expect(notes(t, "column \"my unit\" never changes and can be left out with {drop=my unit}"));
    std::string text = "1,1,1,1,2,x\n1,1,1,1,3,y\n1,1,1,1,4,x\n1,1,1,1,5,y\n";
    expect(notes(table(text), "columns 1, 2, 3 and 1 more never change"));
  };
  "columns that differ only in digits that floats do not have"_test = [] {
    const std::string text =
        rows_with("t,a,class\n", [](int i) { return std::to_string(1700000000 + i % 7); });
    const auto t = table(text);
    expect(notes(t, "column \"t\" differs between rows only in digits that floats do not have"));
    expect(!notes(t, "never change"));
    const Result<Table<double>> exact = read_csv<double>(text, {});
    expect(exact && exact->notes.size() == 1u);
  };
  "measured columns that give the label away"_test = [] {
    const auto t = table(
        rows_with("leak,a,class\n", [](int i) { return std::to_string(i % 2 + 0.9 * (i % 31) / 31.0); }));
    expect(notes(t, "column \"leak\" tells the class by itself"));
    const auto near = table(
        rows_with("leak,a,class\n", [](int i) { return std::to_string(i % 2 + 1.1 * (i % 31) / 31.0); }));
    expect(!notes(near, "by itself"));
  };
  "columns that give the label away"_test = [] {
    const auto t =
        table(rows_with("code,a,class\n", [](int i) { return std::to_string(i % 2 ? 3 + i % 3 : 9); }));
    expect(notes(t,
                 "column \"code\" tells the class by itself (no value occurs in two classes): if it was made "
                 "from the label, leave it out with {drop=code}"));
    expect(table(rows_with("code,a,class\n", [](int i) { return std::to_string(i % 4 / 2); })).notes.size() ==
           1u);
  };
  "rows that are copies, classes of one"_test = [] {
    const std::string text = rows_with("k,a,class\n", [](int i) { return std::to_string(i % 5) + ".5"; });
    const auto t = table(text + text.substr(text.find('\n') + 1) + "1.5,2,rare\n");
    expect(notes(t, "60 rows are copies of others"));
    expect(notes(t, "class \"rare\" has one sample only"));
    expect(table(text).notes.size() == 1u) << "nothing to say but the label";
  };
  "with a model there is nothing to say about its columns"_test = [] {
    CsvOptions options;
    options.wanted_count = 2;
    options.wanted = {"id", "a"};
    const auto t = table(rows_with("id,a,class\n", [](int i) { return std::to_string(i); }), options);
    expect(t.notes.size() == 1u && notes(t, "label column"));
  };
}};

}  // namespace table_notes_test
