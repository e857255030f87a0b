// The C ABI's scan of a text: what its columns contain.
#include "handles.hpp"

struct tanda_scan {
  tanda::internal::CsvScanner scanner;
  explicit tanda_scan(tanda::internal::CsvOptions options) : scanner(std::move(options)) {}
};

namespace tanda::internal::abi {
namespace {

Json described(const ColumnReport& column) {
  Json odd = Json::array();
  for (const ColumnReport::Odd& cell : column.odd)
    odd.push(Json::object().set("line", cell.line).set("text", cell.text));
  const bool numbers = column.numbers > 0;
  return Json::object()
      .set("name", column.name)
      .set("kind", column.is_text() ? "text" : "number")
      .set("numbers", column.numbers)
      .set("texts", column.texts)
      .set("missing", column.missing)
      .set("distinct", column.distinct)
      .set("classes", column.classes)
      .set("whole", column.whole)
      .set("least", numbers ? Json(column.least) : Json())
      .set("most", numbers ? Json(column.most) : Json())
      .set("odd", std::move(odd))
      .set("examples", column.examples);
}

Json described(const CsvReport& report) {
  Json columns = Json::array(), ragged = Json::array();
  for (const ColumnReport& column : report.columns) columns.push(described(column));
  for (const CsvReport::Ragged& row : report.ragged)
    ragged.push(Json::object().set("line", row.line).set("cells", row.cells));
  return Json::object()
      .set("rows", report.rows)
      .set("layout", abi::described(report.layout))
      .set("columns", std::move(columns))
      .set("ragged", std::move(ragged))
      .set("ragged_rows", report.ragged_rows);
}

}  // namespace
}  // namespace tanda::internal::abi

using namespace tanda::internal::abi;
using tanda::Status;

extern "C" {

int32_t tanda_scan_new(const tanda_options* options, tanda_scan** scan, tanda_error* error) {
  return guarded(error, [&]() -> Status {
    if (!scan) return missing_argument("scan");
    *scan = std::make_unique<tanda_scan>(options ? options->csv : tanda::internal::CsvOptions()).release();
    return {};
  });
}

int32_t tanda_scan_feed(tanda_scan* scan, const char* text, size_t size, tanda_error* error) {
  return guarded(error, [&]() -> Status {
    if (!scan) return missing_argument("scan");
    if (!text && size > 0) return missing_argument("text");
    return scan->scanner.feed({text, size});
  });
}

int32_t tanda_scan_finish(tanda_scan* scan, tanda_bytes** json, tanda_error* error) {
  return guarded(error, [&]() -> Status {
    if (!scan) return missing_argument("scan");
    if (!json) return missing_argument("json");
    tanda::internal::CsvReport report;
    if (Status s = scan->scanner.finish().get(report); !s) return s;
    return give(told(described(report)), json);
  });
}

void tanda_scan_free(tanda_scan* scan) {
  delete scan;
}

}  // extern "C"
