// Reading files: data as a stream of pieces (gzip is recognised by its content), models as bytes.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/monitor.hpp"
#include "data/csv.hpp"
#include "data/running_statistics.hpp"
#include "model/model.hpp"
#include "tanda/status.hpp"

namespace cli {

/// Reads `path` ("-" = standard input) in pieces of 64 KiB and passes them, decompressed, to `sink`.
tanda::Status read_pieces(const std::string& path, tanda::internal::Monitor& monitor,
                          const std::function<tanda::Status(std::string_view)>& sink);

/// Reads the table in `path` without ever holding its whole text. Messages name the file.
template <class S>
tanda::Result<tanda::internal::Table<S>> read_table(const std::string& path,
                                                    tanda::internal::CsvOptions options,
                                                    tanda::internal::Monitor& monitor);

struct ModelFile {
  tanda::internal::Model model;
  std::vector<std::uint8_t> bytes;
};
tanda::Result<ModelFile> read_model(const std::string& path);

/// Reads the statistics that `tanda collect` wrote.
tanda::Result<tanda::internal::RunningStatistics> read_statistics(const std::string& path);

}  // namespace cli
