// The C ABI: tables read in pieces, splits, and evaluations that are merged.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "base/json.hpp"
#include "select/splits.hpp"
#include "tanda/tanda.h"
#include "ut.hpp"

namespace abi_pieces_test {
using namespace ut;
using tanda::internal::Json;

struct Free {
  void operator()(tanda_options* p) const { tanda_options_free(p); }
  void operator()(tanda_table* p) const { tanda_table_free(p); }
  void operator()(tanda_reader* p) const { tanda_reader_free(p); }
  void operator()(tanda_bytes* p) const { tanda_bytes_free(p); }
};
template <class T>
using Owned = std::unique_ptr<T, Free>;

using Words = std::vector<std::pair<const char*, const char*>>;
Owned<tanda_options> options_of(const Words& words) {
  Owned<tanda_options> options(tanda_options_new());
  for (const auto& [name, value] : words)
    expect(tanda_options_set(options.get(), name, value, nullptr) == 0) << name << value;
  return options;
}

std::string text_of(tanda_bytes* bytes) {
  const Owned<tanda_bytes> owned(bytes);
  return std::string(static_cast<const char*>(tanda_bytes_data(bytes)), tanda_bytes_size(bytes));
}

/// The table as text (values, labels and notes), or the error.
std::string read(const std::string& csv, std::size_t piece) {
  tanda_error error;
  tanda_reader* made = nullptr;
  expect(tanda_reader_new(nullptr, nullptr, &made, &error) == 0);
  const Owned<tanda_reader> reader(made);
  tanda_table* found = nullptr;
  int32_t code = 0;
  for (std::size_t at = 0; at < csv.size() && code == 0; at += piece)
    code = tanda_reader_feed(made, csv.data() + at, std::min(piece, csv.size() - at), &error);
  if (code == 0) code = tanda_reader_finish(made, &found, &error);
  if (code != 0) return error.message;
  const Owned<tanda_table> table(found);
  tanda_data data{};
  tanda_table_data(found, &data);
  tanda_bytes* json = nullptr;
  expect(tanda_table_describe(found, &json, nullptr) == 0);
  std::string text = text_of(json);
  for (std::size_t i = 0; i < data.rows * data.cols; ++i) text += " " + std::to_string(data.values[i]);
  for (std::size_t i = 0; i < data.rows; ++i) text += " " + std::to_string(data.labels[i]);
  return text;
}

struct Rows {
  std::vector<float> values;
  std::vector<int32_t> labels;
  tanda_data data{};
  Rows() {
    unsigned state = 3;
    for (int i = 0; i < 60; ++i) {
      for (int j = 0; j < 4; ++j) {
        state = state * 1664525u + 1013904223u;
        values.push_back(float(state >> 8) / 16777216.0f + (j < 2 ? float((i % 3 + j) % 3) : 0.0f));
      }
      labels.push_back(i % 3);
    }
    data.values = values.data();
    data.rows = 60;
    data.cols = 4;
    data.labels = labels.data();
  }
};

std::string evaluated(const Words& words, const Rows& rows, const std::string& reports = "[]") {
  tanda_bytes* json = nullptr;
  tanda_error error;
  const int32_t code = tanda_evaluate_merged(options_of(words).get(), &rows.data, reports.data(),
                                             reports.size(), &json, &error);
  return code == 0 ? text_of(json) : error.message;
}

/// The report without its measured times.
std::string without_times(const std::string& report) {
  std::string text;
  for (std::size_t at = 0; at < report.size();) {
    const std::size_t found = report.find("\"fit_seconds", at);
    text += report.substr(at, found - at);
    if (found == std::string::npos) break;
    at = report.find_first_of(",}", found);
  }
  return text;
}

const suite abi_pieces_suite = [] {
  "a table in pieces is the same as in one, however they are cut"_test = [] {
    const std::string csv = "a;b;\"ki\nnd\"\n1,5;7;x\n-2,25;8;\xc3\xa4\n1e3;9;x\n";
    const std::string whole = read(csv, csv.size());
    expect(whole.find("1000.0") != std::string::npos) << whole;
    for (const std::size_t piece : {1u, 2u, 3u, 7u, 20u}) expect(read(csv, piece) == whole) << piece;
    expect(read("a,b\n1,x\n2\n", 3) == read("a,b\n1,x\n2\n", 100));
    expect(read("a,b\n1,x\n2\n", 3).find("line 3") != std::string::npos);
  };

  "what is missing is said"_test = [] {
    tanda_error error;
    expect(tanda_reader_new(nullptr, nullptr, nullptr, &error) != 0);
    expect(tanda_reader_feed(nullptr, "a", 1, &error) != 0);
    expect(tanda_reader_finish(nullptr, nullptr, &error) != 0);
    tanda_reader_free(nullptr);
    const auto options = options_of({});
    int32_t parts = 0;
    const int32_t label = 0;
    expect(tanda_split(nullptr, &label, 1, 0, &parts, &error) != 0);
    expect(tanda_split(options.get(), nullptr, 1, 0, &parts, &error) != 0);
    expect(tanda_split(options.get(), &label, 1, 0, nullptr, &error) != 0);
    expect(tanda_split(options.get(), &label, 0, 0, &parts, &error) != 0);
  };

  "a split is the one of an evaluation, by its seed and number"_test = [] {
    const Rows rows;
    const auto options = options_of({{"train", "0.5"}, {"labelled", "4"}, {"seed", "9"}});
    std::vector<int32_t> parts(60), again(60), other(60);
    expect(tanda_split(options.get(), rows.labels.data(), 60, 2, parts.data(), nullptr) == 0);
    expect(tanda_split(options.get(), rows.labels.data(), 60, 2, again.data(), nullptr) == 0);
    expect(tanda_split(options.get(), rows.labels.data(), 60, 3, other.data(), nullptr) == 0);
    expect(parts == again && parts != other);
    for (int c = 0; c < 3; ++c) {
      std::vector<int> count(4);
      for (std::size_t i = 0; i < 60; ++i) count[std::size_t(parts[i])] += rows.labels[i] == c;
      expect(count[0] == 0 && count[1] == 4 && count[2] == 6 && count[3] == 10);
    }
    const auto split = tanda::internal::stratified_split(rows.labels.data(), 60, {{0.5, 0}},
                                                         tanda::internal::Unlabelled::train,
                                                         tanda::internal::derived_seed(9, 2));
    for (const auto i : split->test) expect(parts[std::size_t(i)] == 3);
    const auto few = options_of({{"train", "2"}, {"test", "3"}});
    expect(tanda_split(few.get(), rows.labels.data(), 60, 0, parts.data(), nullptr) == 0);
    expect(std::count(parts.begin(), parts.end(), 0) == 45);
  };

  "evaluations of some methods each, made one, are that of all"_test = [] {
    const Rows rows;
    const Words common = {{"train", "0.5"}, {"splits", "3"}, {"seed", "5"}, {"dims", "1-2"}};
    const auto with = [&](Words more) {
      more.insert(more.end(), common.begin(), common.end());
      return more;
    };
    const Words all = with({{"methods", "pca"},
                            {"methods", "lda:ridge=0"},
                            {"methods", "lfda"},
                            {"select", "lfda.neighbors=3,5"}});
    const std::string first = evaluated(with({{"methods", "pca"}}), rows);
    const std::string second = evaluated(with({{"methods", "lda:ridge=0"},
                                               {"methods", "lfda"},
                                               {"select", "lfda.neighbors=3,5"},
                                               {"baseline", "false"}}),
                                         rows);
    const std::string merged = evaluated(all, rows, "[" + first + "," + second + "]");
    expect(without_times(merged) == without_times(evaluated(all, rows))) << merged;
    // Nothing was computed again: even the times are those of the merged reports.
    const auto seconds = [](const std::string& report, std::size_t contest) {
      return Json::parse(report)->find("contests")->items()[contest].number_or("fit_seconds", -1);
    };
    expect(std::abs(seconds(merged, 2) - seconds(first, 2)) < 2e-6);  // rounded to microseconds
    expect(std::abs(seconds(merged, 4) - seconds(second, 1)) < 2e-6);
    expect(evaluated(with({{"methods", "pca,lda"}}), rows, "[" + first + "]").find("\"lda\"") !=
           std::string::npos)
        << "what is missing is computed";
    const std::string other =
        evaluated(with({{"methods", "pca"}, {"honest", "true"}}), rows, "[" + first + "]");
    expect(other.find("another experiment") != std::string::npos) << other;
    expect(evaluated(all, rows, "{}") == "reports are not a list");
    expect(evaluated(all, rows, "[{}]").find("not a report") != std::string::npos);
  };
};

}  // namespace abi_pieces_test
