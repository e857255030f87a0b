// The C ABI: a look at a text, and statistics of a text in pieces.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "base/json.hpp"
#include "tanda/tanda.h"
#include "ut.hpp"

namespace abi_scan_test {
using namespace ut;

struct Free {
  void operator()(tanda_options* p) const { tanda_options_free(p); }
  void operator()(tanda_table* p) const { tanda_table_free(p); }
  void operator()(tanda_reader* p) const { tanda_reader_free(p); }
  void operator()(tanda_scan* p) const { tanda_scan_free(p); }
  void operator()(tanda_statistics* p) const { tanda_statistics_free(p); }
  void operator()(tanda_bytes* p) const { tanda_bytes_free(p); }
};
template <class T>
using Owned = std::unique_ptr<T, Free>;

std::string text_of(tanda_bytes* bytes) {
  const Owned<tanda_bytes> owned(bytes);
  return std::string(static_cast<const char*>(tanda_bytes_data(bytes)), tanda_bytes_size(bytes));
}

Owned<tanda_options> options_of(std::initializer_list<std::pair<const char*, const char*>> words) {
  Owned<tanda_options> options(tanda_options_new());
  for (const auto& [name, value] : words)
    expect(tanda_options_set(options.get(), name, value, nullptr) == 0) << name << value;
  return options;
}

/// The report, or the error.
std::string scan(const std::string& csv, std::size_t piece) {
  tanda_error error;
  tanda_scan* made = nullptr;
  expect(tanda_scan_new(nullptr, &made, &error) == 0);
  const Owned<tanda_scan> owned(made);
  int32_t code = 0;
  for (std::size_t at = 0; at < csv.size() && code == 0; at += piece)
    code = tanda_scan_feed(made, csv.data() + at, std::min(piece, csv.size() - at), &error);
  tanda_bytes* json = nullptr;
  if (code == 0) code = tanda_scan_finish(made, &json, &error);
  return code == 0 ? text_of(json) : error.message;
}

/// Statistics of a text in pieces as bytes, or the error.
std::string collect(const std::string& csv, std::size_t piece, const tanda_options* options) {
  tanda_error error;
  tanda_reader* reader = nullptr;
  tanda_statistics* seen = nullptr;
  expect(tanda_reader_new(options, nullptr, &reader, &error) == 0);
  const Owned<tanda_reader> owned(reader);
  expect(tanda_statistics_new(options, &seen, &error) == 0);
  const Owned<tanda_statistics> also(seen);
  int32_t code = 0;
  for (std::size_t at = 0; at < csv.size() && code == 0; at += piece) {
    code = tanda_reader_feed(reader, csv.data() + at, std::min(piece, csv.size() - at), &error);
    if (code == 0) code = tanda_statistics_read(seen, reader, 0, &error);
  }
  if (code == 0) code = tanda_statistics_read(seen, reader, 1, &error);
  tanda_bytes* file = nullptr;
  if (code == 0) code = tanda_statistics_save(seen, &file, &error);
  return code == 0 ? text_of(file) : error.message;
}

const suite abi_scan_suite = [] {
  "a scan says what each column holds, and refuses nothing in it"_test = [] {
    const std::string csv = "a,b,kind\n1,x,ash\n2,,elm\n3\n4,5,-\n-1,7,ash\n";
    const std::string whole = scan(csv, csv.size());
    for (const char* part :
         {"\"rows\":4", "\"ragged\":[{\"line\":4,\"cells\":1}],\"ragged_rows\":1",
          "\"name\":\"a\",\"kind\":\"number\",\"numbers\":4,\"texts\":0,\"missing\":0,\"distinct\":4,"
          "\"classes\":4,\"whole\":true,\"least\":-1,\"most\":4,\"odd\":[]",
          "\"odd\":[{\"line\":2,\"text\":\"x\"}]",
          "\"kind\":\"text\",\"numbers\":0,\"texts\":3,\"missing\":1",
          "\"label\":3,\"reason\":\"the only column of text\""})
      expect(whole.find(part) != std::string::npos) << part << whole;
    for (const std::size_t piece : {1, 2, 7}) expect(scan(csv, piece) == whole);
    expect(scan("", 1) == "the text is empty") << scan("", 1);
    expect(scan("a,\"b\n", 1).find("never closed") != std::string::npos);
  };

  "the label of a scan is the one that is read"_test = [] {
    std::string csv;
    for (int i = 0; i < 300; ++i)
      csv += std::to_string(i) + ".5," + std::to_string(i % 3) + "," + std::to_string(7 * i % 300) + ".25\n";
    expect(scan(csv, 100).find("\"label\":2,\"reason\":\"the only column of few whole numbers\"") !=
           std::string::npos);
  };

  "statistics of a text in pieces are those of its rows"_test = [] {
    std::string csv = "a,b,c\n";
    for (int i = 0; i < 300; ++i)
      csv += std::to_string(i) + ".5," + std::to_string(i % 3) + "," + std::to_string(7 * i % 300) + ".25\n";
    const std::string whole = collect(csv, csv.size(), nullptr);
    expect(whole.substr(0, 8) != "the text") << whole;
    for (const std::size_t piece : {11, 1501, 4096}) {  // the label is known when some rows are
      const std::string pieces = collect(csv, piece, options_of({{"label", "b"}}).get());
      expect(pieces.size() == whole.size()) << piece << pieces.substr(0, 80);
    }
    expect(collect(csv, 1501, nullptr) == collect(csv, 1501, options_of({{"label", "b"}}).get()));
    expect(collect(csv, 99, options_of({{"missing", "mean"}}).get()).find("means of columns") !=
           std::string::npos);
    expect(collect("a,b\n1,x\n2\n", 3, nullptr).find("expected 2 fields") != std::string::npos);
    const auto lenient = options_of({{"malformed", "missing"}, {"missing", "drop"}});
    expect(collect("a,b\n1,x\nz,y\n2\n3,y\n", 3, lenient.get()) == collect("a,b\n1,x\n3,y\n", 3, nullptr));
  };
};

}  // namespace abi_scan_test
