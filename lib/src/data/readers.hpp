// Readers of table formats. Each converts its format to CSV text, line by line, so that the same rules apply
// to all. Each reader is one file in readers/ and one line in readers.cpp.
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
  /// Takes the next bytes and appends the CSV text for them. An error message includes the place.
  virtual Status feed(std::string_view piece, std::string& csv) = 0;
  /// Called when there are no more bytes. Sets `more` if there is another piece of CSV: then it is called
  /// again.
  virtual Status finish(std::string& csv, bool& more) = 0;
  /// The column that the file declares as the classes, from 1; 0 = none. Known when the first row is.
  virtual int class_column() const { return 0; }
  /// The reason for that column, for notes.
  virtual const char* class_reason() const { return ""; }
  /// Bytes held in memory.
  virtual std::uint64_t held_bytes() const { return 0; }
};

}  // namespace csv

struct ReaderInfo {
  const char* id;
  const char* extensions;  ///< extensions of the format's files, without dots: "csv|tsv|txt"
  const char* title;
  /// Whether a file has this format, from its first bytes: some thousand, or all of a shorter file.
  bool (*recognises)(std::string_view head);
  /// Creates a reader. It sets the options that the format determines, now or before its first text:
  /// separator, decimal mark, header. Null: the file is CSV and needs no conversion.
  std::unique_ptr<csv::Reader> (*open)(CsvOptions& options);
};

/// All formats. A file is read by the first that recognises its content; else by the one that its extension
/// means; else by the last, CSV, which takes any text.
const Catalog<ReaderInfo>& readers();
/// The reader of a file. `name`: its name, "" = unknown; an extension added by gzip is ignored.
const ReaderInfo& reader_of(std::string_view head, std::string_view name);
/// The reader that recognises the first bytes, or null.
const ReaderInfo* reader_of_content(std::string_view head);
/// [{"id":"npy","extensions":["npy"],"title":"…"}, …]
std::string readers_json();

}  // namespace tanda::internal
