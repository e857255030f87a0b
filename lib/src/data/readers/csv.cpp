// CSV and similar text, the format that all others are converted to: csv.hpp.
#include "data/readers.hpp"

namespace tanda::internal {

const ReaderInfo& csv_reader() {
  static constexpr ReaderInfo info{"csv", "csv|tsv|txt|data",
                                   "text separated by commas, semicolons, tabs or pipes", nullptr, nullptr};
  return info;
}

}  // namespace tanda::internal
