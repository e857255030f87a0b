// Formats of tables. Each is turned into CSV text while it is read, line for line, so that all of them follow
// the same rules. A reader is one file in readers/ and one line in readers.cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/catalog.hpp"
#include "data/csv.hpp"
#include "tanda/status.hpp"

namespace tanda::internal {
namespace csv {

class Reader {
 public:
  virtual ~Reader() = default;
  /// Takes the next bytes and adds what they are as CSV. Where something is wrong, it says the place.
  virtual Status feed(std::string_view piece, std::string& csv) = 0;
  /// No more bytes come. Sets `more` where there is more than one piece of CSV: then it is called again.
  virtual Status finish(std::string& csv, bool& more) = 0;
  /// The column that the file itself says has classes, from 1; 0 = it does not say. Known with the first row.
  virtual int class_column() const { return 0; }
  /// How it says so, for notes.
  virtual const char* class_reason() const { return ""; }
  /// Bytes that it holds back.
  virtual std::uint64_t held_bytes() const { return 0; }
};

}  // namespace csv

struct ReaderInfo {
  const char* id;
  const char* extensions;  ///< of its files, without dots: "csv|tsv|txt"
  const char* title;
  /// By the first bytes of a file, as many as there are up to some thousand.
  bool (*recognises)(std::string_view head);
  /// Sets what it knows of the table, now or before the first piece: separator, decimal mark, header. Null:
  /// it is CSV as it is.
  std::unique_ptr<csv::Reader> (*open)(CsvOptions& options);
};

/// All formats. The first that recognises a file reads it; else the one that its name asks for; else the
/// last, CSV, which recognises nothing and takes any text.
const Catalog<ReaderInfo>& readers();
/// `name`: of the file, "" = unknown; what gzip has added to it does not count.
const ReaderInfo& reader_of(std::string_view head, std::string_view name);
/// Whether a reader knows the format by its first bytes.
const ReaderInfo* reader_of_content(std::string_view head);
/// [{"id":"npy","extensions":["npy"],"title":"…"}, …]
std::string readers_json();

}  // namespace tanda::internal
