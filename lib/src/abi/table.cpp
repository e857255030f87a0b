// The C ABI's tables and bytes.
#include <string_view>

#include "handles.hpp"

namespace tanda::internal::abi {

namespace {

std::vector<const char*> pointers(const std::vector<std::string>& names) {
  std::vector<const char*> result;
  for (const std::string& name : names) result.push_back(name.c_str());
  return result;
}

}  // namespace

Json described(const CsvLayout& layout) {
  return Json::object()
      .set("sep", std::string(1, layout.separator))
      .set("decimal", std::string(1, layout.decimal))
      .set("header", layout.header)
      .set("columns", layout.columns)
      .set("label", layout.label >= 0 ? Json(layout.label + 1) : Json())
      .set("reason", layout.reason);
}

Status give_table(Result<Table<float>> table, tanda_table** out) {
  auto made = std::make_unique<tanda_table>();
  if (Status s = std::move(table).get(made->table); !s) return s;
  made->classes = pointers(made->table.labels.classes);
  made->features = pointers(made->table.features);
  *out = made.release();
  return {};
}

}  // namespace tanda::internal::abi

using namespace tanda::internal::abi;
using tanda::Status;

extern "C" {

int32_t tanda_read_csv(const char* text, size_t size, const tanda_options* options, const tanda_model* model,
                       tanda_table** table, tanda_error* error) {
  return guarded(error, [&]() -> Status {
    if (!text) return missing_argument("text");
    if (!table) return missing_argument("table");
    tanda::internal::CsvOptions how = options ? options->csv : tanda::internal::CsvOptions();
    if (model) tanda::internal::want_columns(model->model, how);
    return give_table(tanda::internal::read_csv<float>(std::string_view(text, size), how), table);
  });
}

int32_t tanda_csv_layout(const char* text, size_t size, const tanda_options* options, tanda_bytes** json,
                         tanda_error* error) {
  return guarded(error, [&]() -> Status {
    if (!text) return missing_argument("text");
    if (!json) return missing_argument("json");
    tanda::internal::CsvLayout layout;
    if (Status s = tanda::internal::csv_layout(std::string_view(text, size),
                                               options ? options->csv : tanda::internal::CsvOptions())
                       .get(layout);
        !s)
      return s;
    return give(described(layout).dump(), json);
  });
}

void tanda_table_data(const tanda_table* table, tanda_data* data) {
  if (!table || !data) return;
  const tanda::internal::Table<float>& t = table->table;
  *data = tanda_data{};
  data->values = t.values.data();
  data->rows = static_cast<size_t>(t.rows);
  data->cols = static_cast<size_t>(t.columns);
  data->features = table->features.empty() ? nullptr : table->features.data();
  if (!t.has_labels) return;
  data->labels = t.labels.numbers.data();
  data->classes = table->classes.data();
  data->class_count = table->classes.size();
}

int32_t tanda_table_describe(const tanda_table* table, tanda_bytes** json, tanda_error* error) {
  return guarded(error, [&]() -> Status {
    if (!table) return missing_argument("table");
    if (!json) return missing_argument("json");
    const tanda::internal::Table<float>& t = table->table;
    return give(
        told(tanda::internal::Json::object()
                 .set("rows", t.rows)
                 .set("cols", t.columns)
                 .set("features", t.features)
                 .set("label", t.has_labels ? tanda::internal::Json(t.label_name) : tanda::internal::Json())
                 .set("label_column",
                      t.has_labels ? tanda::internal::Json(t.label_column + 1) : tanda::internal::Json())
                 .set("classes", t.labels.classes)
                 .set("ids", t.ids)
                 .set("notes", t.notes)),
        json);
  });
}

void tanda_table_free(tanda_table* table) {
  delete table;
}

const void* tanda_bytes_data(const tanda_bytes* bytes) {
  return bytes ? bytes->data.c_str() : nullptr;
}
size_t tanda_bytes_size(const tanda_bytes* bytes) {
  return bytes ? bytes->data.size() : 0;
}
void tanda_bytes_free(tanda_bytes* bytes) {
  delete bytes;
}

}  // extern "C"
