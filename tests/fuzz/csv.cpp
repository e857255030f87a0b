// Any text as a table: reading it in one piece or in many gives the same, and a table that is read is
// consistent.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "data/csv.hpp"

namespace {

void check(const tanda::internal::Table<float>& table) {
  const auto rows = static_cast<std::size_t>(table.rows), columns = static_cast<std::size_t>(table.columns);
  if (table.values.size() != rows * columns) std::abort();
  if (!table.features.empty() && table.features.size() != columns) std::abort();
  if (!table.has_labels) return;
  if (table.labels.numbers.size() != rows) std::abort();
  for (const int number : table.labels.numbers) {
    if (number < -1 || number >= static_cast<int>(table.labels.classes.size())) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  tanda::internal::CsvOptions options;
  const char* const labels[] = {"", "none", "1", "2", "label", "99"};
  options.label = labels[data[0] % 6];
  options.missing = static_cast<tanda::internal::Missing>(data[0] / 6 % 3);
  if (data[0] & 128) options.wanted_count = 2;
  if (data[0] & 64 && data[0] & 128) options.wanted = {"a", "b"};
  const std::size_t piece = data[1] % 31 + 1;
  const std::string_view text(reinterpret_cast<const char*>(data + 2), size - 2);

  const tanda::Result<tanda::internal::Table<float>> whole = tanda::internal::read_csv<float>(text, options);
  tanda::internal::CsvReader<float> reader(options);
  tanda::Status fed;
  for (std::size_t at = 0; at < text.size() && fed; at += piece) fed = reader.feed(text.substr(at, piece));
  const tanda::Result<tanda::internal::Table<float>> pieces = reader.finish();
  if (bool(whole) != bool(pieces) || whole.status().text() != pieces.status().text()) std::abort();
  if (!whole) return 0;
  check(*whole);
  if (whole->values.size() != pieces->values.size() || whole->features != pieces->features ||
      whole->labels.numbers != pieces->labels.numbers || whole->labels.classes != pieces->labels.classes)
    std::abort();
  return 0;
}
