// The C ABI's models.
#include "handles.hpp"
#include "tanda/base/text.hpp"

namespace tanda::abi {

namespace {

/// Rows of the caller as a matrix, or why not.
Result<ConstMatrixView<float>> samples_of(const tanda_model* model, const float* x, std::size_t rows,
                                          std::size_t cols) {
  if (!model) return missing_argument("model");
  if (!x && rows > 0) return missing_argument("x");
  const auto inputs = static_cast<std::size_t>(model->model.inputs());
  if (cols != inputs)
    return Status(Code::wrong_shape, joined({"the model takes ", inputs, " features, not ", cols}));
  if (rows > max_count) return Status(Code::wrong_shape, "more than 2147483647 rows");
  return ConstMatrixView<float>(x, static_cast<Index>(cols), static_cast<Index>(rows));
}

/// A view cannot be assigned to, only made.
template <class Work>
Status with_rows(const tanda_model* model, const float* x, std::size_t rows, std::size_t cols, Work work) {
  const Result<ConstMatrixView<float>> samples = samples_of(model, x, rows, cols);
  return samples ? work(*samples) : samples.status();
}

const char* name_at(const std::vector<std::string>& names, std::size_t number) {
  return number < names.size() ? names[number].c_str() : nullptr;
}

}  // namespace

}  // namespace tanda::abi

using namespace tanda::abi;
using tanda::Status;

extern "C" {

int32_t tanda_open(const void* bytes, size_t size, tanda_model** model, tanda_error* error) {
  return guarded(error, [&]() -> Status {
    if (!bytes) return missing_argument("bytes");
    if (!model) return missing_argument("model");
    auto made = std::make_unique<tanda_model>();
    const Status status = tanda::decode(static_cast<const std::uint8_t*>(bytes), size).get(made->model);
    if (!status) return status;
    *model = made.release();
    return {};
  });
}

int32_t tanda_save(const tanda_model* model, tanda_bytes** file, tanda_error* error) {
  return guarded(error, [&]() -> Status {
    if (!model) return missing_argument("model");
    if (!file) return missing_argument("file");
    std::vector<std::uint8_t> bytes;
    if (Status s = tanda::encode(model->model).get(bytes); !s) return s;
    return give(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()), file);
  });
}

int32_t tanda_export(const tanda_model* model, const tanda_options* options, tanda_bytes** file,
                     tanda_error* error) {
  return guarded(error, [&]() -> Status {
    if (!model) return missing_argument("model");
    if (!options) return missing_argument("options");
    if (!file) return missing_argument("file");
    std::string bytes;
    if (Status s = tanda::export_model(model->model, options->exported).get(bytes); !s) return s;
    return give(std::move(bytes), file);
  });
}

void tanda_model_free(tanda_model* model) {
  delete model;
}

void tanda_model_describe(const tanda_model* model, tanda_model_info* info) {
  if (!model || !info) return;
  const tanda::Model& m = model->model;
  info->inputs = static_cast<size_t>(m.inputs());
  info->outputs = static_cast<size_t>(m.outputs());
  info->classes = m.classes.size();
  info->references = static_cast<size_t>(m.references.cols());
  info->map = static_cast<int32_t>(m.map);
  info->rule = static_cast<int32_t>(m.rule);
  info->neighbors = static_cast<int32_t>(m.neighbors);
  info->unit_length = m.unit_length ? 1 : 0;
}

int32_t tanda_model_record(const tanda_model* model, tanda_bytes** json, tanda_error* error) {
  return guarded(error, [&]() -> Status {
    if (!model) return missing_argument("model");
    if (!json) return missing_argument("json");
    return give(model->model.record.dump(), json);
  });
}

const char* tanda_class_name(const tanda_model* model, size_t number) {
  return model ? name_at(model->model.classes, number) : nullptr;
}
const char* tanda_feature_name(const tanda_model* model, size_t number) {
  return model ? name_at(model->model.features, number) : nullptr;
}

int32_t tanda_transform(const tanda_model* model, const float* x, size_t rows, size_t cols, float* y,
                        tanda_error* error) {
  return guarded(error, [&]() -> Status {
    if (!y && rows > 0) return missing_argument("y");
    return with_rows(model, x, rows, cols, [&](tanda::ConstMatrixView<float> samples) -> Status {
      tanda::Matrix<float> projected;
      if (Status s = tanda::transform(model->model, samples).get(projected); !s) return s;
      std::copy(projected.data(), projected.data() + projected.size(), y);
      return {};
    });
  });
}

int32_t tanda_predict(const tanda_model* model, const float* x, size_t rows, size_t cols, int32_t* labels,
                      tanda_error* error) {
  return guarded(error, [&]() -> Status {
    if (!labels && rows > 0) return missing_argument("labels");
    return with_rows(model, x, rows, cols, [&](tanda::ConstMatrixView<float> samples) -> Status {
      std::vector<int> found;
      if (Status s = tanda::predict(model->model, samples).get(found); !s) return s;
      std::copy(found.begin(), found.end(), labels);
      return {};
    });
  });
}

}  // extern "C"
