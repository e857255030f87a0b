// Files in: data as a stream of pieces (gzip recognised by its content), models as bytes.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "tanda/base/monitor.hpp"
#include "tanda/base/status.hpp"
#include "tanda/data/csv.hpp"
#include "tanda/model/model.hpp"

namespace cli {

/// Reads `path` ("-" = standard input) in pieces of 64 KiB and gives them, unzipped, to `sink`.
tanda::Status read_pieces(const std::string& path, tanda::Monitor& monitor,
                          const std::function<tanda::Status(std::string_view)>& sink);

/// The table in `path`; never holds the text. Messages name the file.
template <class S>
tanda::Result<tanda::Table<S>> read_table(const std::string& path, tanda::CsvOptions options,
                                          tanda::Monitor& monitor);

struct ModelFile {
  tanda::Model model;
  std::vector<std::uint8_t> bytes;
};
tanda::Result<ModelFile> read_model(const std::string& path);

}  // namespace cli
