// Comma separated text and its kind, which everything else is turned into: csv.hpp.
#include "data/readers.hpp"

namespace tanda::internal {

const ReaderInfo& csv_reader() {
  static constexpr ReaderInfo info{"csv", "csv|tsv|txt|data",
                                   "text separated by commas, semicolons, tabs or pipes", nullptr, nullptr};
  return info;
}

}  // namespace tanda::internal
