// The C ABI's statistics: of rows in pieces, and models fitted to them.
#include "base/text.hpp"
#include "handles.hpp"
#include "input.hpp"
#include "model/fit_statistics.hpp"
#include "model/statistics_file.hpp"

namespace tanda::internal::abi {
namespace {

template <class S>
Status push_rows(RunningStatistics& to, const S* values, const tanda_data& data, const Input& input) {
  return to.push(Dataset<S>{ConstMatrixView<S>(values, Index(data.cols), Index(data.rows)), input.labels,
                            input.classes, input.features, nullptr});
}

Status push_data(RunningStatistics& to, const tanda_data* data) {
  Input input;
  if (Status s = input_of(data, false).get(input); !s) return s;
  return data->values ? push_rows(to, data->values, *data, input)
                      : push_rows(to, data->doubles, *data, input);
}

/// Adds the rows that were read since the previous call.
Status push_read(RunningStatistics& to, CsvReader<float>& reader, bool last) {
  Table<float> table;
  if (Status s = reader.take(table, last); !s) return s;
  if (table.rows == 0) return {};
  if (Status s = to.push(table.view()); !s) return s;
  to.label_name = table.label_name;
  to.label_column = table.label_column + 1;
  return {};
}

Result<Model> model_of(const RunningStatistics& statistics, const tanda_options& options) {
  if (options.tunes())
    return Status(Code::bad_argument, "statistics cannot be cross-validated: there is nothing to tune with",
                  "leave {tune} and {select} out");
  FitOptions fit;
  if (Status s = fit_options(options, registry()).get(fit); !s) return s;
  Monitor monitor = options.monitor();
  return fit_statistics(registry(), statistics, std::move(fit), monitor);
}

Json described(const RunningStatistics& statistics) {
  Json rows = Json::array();
  statistics.with([&](const auto& seen) {
    for (int c = 0; statistics.labelled && c < seen.classes(); ++c) rows.push(seen.count(c));
  });
  return Json::object()
      .set("rows", statistics.rows())
      .set("cols", statistics.dims)
      .set("left_out", statistics.left_out)
      .set("scatter", statistics.kept == Scatter::pooled ? "pooled" : "class")
      .set("classes", Json::array(statistics.classes))
      .set("class_rows", std::move(rows))
      .set("features", Json::array(statistics.features))
      .set("label", statistics.label_name.empty() ? Json() : Json(statistics.label_name));
}

}  // namespace
}  // namespace tanda::internal::abi

using namespace tanda::internal::abi;
using tanda::Status;

extern "C" {

int32_t tanda_statistics_new(const tanda_options* options, tanda_statistics** statistics,
                             tanda_error* error) {
  return guarded(error, [&]() -> Status {
    if (!statistics) return missing_argument("statistics");
    auto made = std::make_unique<tanda_statistics>();
    if (options) made->statistics.kept = options->scatter;
    *statistics = made.release();
    return {};
  });
}

void tanda_statistics_free(tanda_statistics* statistics) {
  delete statistics;
}

int32_t tanda_statistics_push(tanda_statistics* statistics, const tanda_data* data, tanda_error* error) {
  return guarded(error, [&]() -> Status {
    if (!statistics) return missing_argument("statistics");
    return push_data(statistics->statistics, data);
  });
}

int32_t tanda_statistics_read(tanda_statistics* statistics, tanda_reader* reader, int32_t last,
                              tanda_error* error) {
  return guarded(error, [&]() -> Status {
    if (!statistics) return missing_argument("statistics");
    if (!reader) return missing_argument("reader");
    return push_read(statistics->statistics, reader->reader, last != 0);
  });
}

int32_t tanda_statistics_merge(tanda_statistics* statistics, const tanda_statistics* other,
                               tanda_error* error) {
  return guarded(error, [&]() -> Status {
    if (!statistics) return missing_argument("statistics");
    if (!other) return missing_argument("other");
    return statistics->statistics.merge(other->statistics);
  });
}

int32_t tanda_statistics_save(const tanda_statistics* statistics, tanda_bytes** file, tanda_error* error) {
  return guarded(error, [&]() -> Status {
    if (!statistics) return missing_argument("statistics");
    if (!file) return missing_argument("file");
    return give(tanda::internal::encode_statistics(statistics->statistics), file);
  });
}

int32_t tanda_statistics_open(const void* bytes, size_t size, tanda_statistics** statistics,
                              tanda_error* error) {
  return guarded(error, [&]() -> Status {
    if (!bytes) return missing_argument("bytes");
    if (!statistics) return missing_argument("statistics");
    auto made = std::make_unique<tanda_statistics>();
    if (Status s = tanda::internal::decode_statistics(bytes, size).get(made->statistics); !s) return s;
    *statistics = made.release();
    return {};
  });
}

int32_t tanda_statistics_fit(const tanda_statistics* statistics, const tanda_options* options,
                             tanda_model** model, tanda_error* error) {
  return guarded(error, [&]() -> Status {
    if (!statistics) return missing_argument("statistics");
    if (!options) return missing_argument("options");
    if (!model) return missing_argument("model");
    const tanda::Result<tanda::internal::Model> made = model_of(statistics->statistics, *options);
    if (!made) return made.status();
    *model = new tanda_model{*made};
    return {};
  });
}

int32_t tanda_statistics_describe(const tanda_statistics* statistics, tanda_bytes** json,
                                  tanda_error* error) {
  return guarded(error, [&]() -> Status {
    if (!statistics) return missing_argument("statistics");
    if (!json) return missing_argument("json");
    return give(described(statistics->statistics).dump(), json);
  });
}

}  // extern "C"
