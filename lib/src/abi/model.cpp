// The C ABI's models.
#include <algorithm>
#include <limits>

#include "base/text.hpp"
#include "front/samples.hpp"
#include "handles.hpp"
#include "model/classifiers.hpp"

namespace tanda::internal::abi {

namespace {

/// Calls `work` with a view, because a view cannot be assigned to.
template <class Work>
Status with_rows(const tanda_model* model, const float* x, std::size_t rows, std::size_t cols, Work work) {
  if (!model) return missing_argument("model");
  const auto samples = samples_of(x, rows, cols, std::size_t(model->model.inputs()));
  return samples ? work(*samples) : samples.status();
}

Status check_linear(const Model& model, const char* what) {
  if (model.map() == Map::linear) return {};
  return {Code::bad_argument, joined({"the model's map is not linear: it has no ", what})};
}

const char* name_at(const std::vector<std::string>& names, std::size_t number) {
  return number < names.size() ? names[number].c_str() : nullptr;
}

}  // namespace

}  // namespace tanda::internal::abi

using namespace tanda::internal::abi;
using tanda::Status;

extern "C" {

int32_t tanda_open(const void* bytes, size_t size, tanda_model** model, tanda_error* error) {
  return guarded(error, [&]() -> Status {
    if (!bytes) return missing_argument("bytes");
    if (!model) return missing_argument("model");
    const tanda::Result<tanda::internal::Model> opened =
        tanda::internal::decode(static_cast<const std::uint8_t*>(bytes), size);
    if (!opened) return opened.status();
    *model = new tanda_model{*opened};
    return {};
  });
}

int32_t tanda_save(const tanda_model* model, tanda_bytes** file, tanda_error* error) {
  return guarded(error, [&]() -> Status {
    if (!model) return missing_argument("model");
    if (!file) return missing_argument("file");
    std::vector<std::uint8_t> bytes;
    if (Status s = tanda::internal::encode(model->model).get(bytes); !s) return s;
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
    if (Status s = tanda::internal::export_model(model->model, options->exported).get(bytes); !s) return s;
    return give(std::move(bytes), file);
  });
}

void tanda_model_free(tanda_model* model) {
  delete model;
}

void tanda_model_describe(const tanda_model* model, tanda_model_info* info) {
  if (!model || !info) return;
  const tanda::internal::Model& m = model->model;
  info->inputs = static_cast<size_t>(m.inputs());
  info->outputs = static_cast<size_t>(m.outputs());
  info->classes = m.classes().size();
  info->references = static_cast<size_t>(m.references().cols());
  info->map = static_cast<int32_t>(m.map());
  info->rule = m.classifier().number;
  info->neighbors = static_cast<int32_t>(m.neighbors());
  info->unit_length = m.unit_length() ? 1 : 0;
}

int32_t tanda_model_record(const tanda_model* model, tanda_bytes** json, tanda_error* error) {
  return guarded(error, [&]() -> Status {
    if (!model) return missing_argument("model");
    if (!json) return missing_argument("json");
    return give(told(model->model.record()), json);
  });
}

const char* tanda_class_name(const tanda_model* model, size_t number) {
  return model ? name_at(model->model.classes(), number) : nullptr;
}
const char* tanda_feature_name(const tanda_model* model, size_t number) {
  return model ? name_at(model->model.features(), number) : nullptr;
}

int32_t tanda_transform(const tanda_model* model, const float* x, size_t rows, size_t cols, float* y,
                        tanda_error* error) {
  return guarded(error, [&]() -> Status {
    if (!y && rows > 0) return missing_argument("y");
    return with_rows(model, x, rows, cols, [&](tanda::internal::ConstMatrixView<float> samples) {
      return tanda::internal::transform(model->model, samples, y);
    });
  });
}

int32_t tanda_predict(const tanda_model* model, const float* x, size_t rows, size_t cols, int32_t* labels,
                      tanda_error* error) {
  return guarded(error, [&]() -> Status {
    if (!labels && rows > 0) return missing_argument("labels");
    return with_rows(model, x, rows, cols, [&](tanda::internal::ConstMatrixView<float> samples) {
      return tanda::internal::predict(model->model, samples, labels);
    });
  });
}

int32_t tanda_predict_scores(const tanda_model* model, const float* x, size_t rows, size_t cols,
                             int32_t* labels, float* scores, tanda_error* error) {
  return guarded(error, [&]() -> Status {
    if (!scores && rows > 0) return missing_argument("scores");
    return with_rows(model, x, rows, cols, [&](tanda::internal::ConstMatrixView<float> samples) {
      return tanda::internal::predict(model->model, samples, labels, scores);
    });
  });
}

int32_t tanda_neighbors(const tanda_model* model, const float* x, size_t rows, size_t cols, size_t k,
                        int32_t* indices, float* distances, tanda_error* error) {
  return guarded(error, [&]() -> Status {
    if (!indices && rows > 0) return missing_argument("indices");
    if (!distances && rows > 0) return missing_argument("distances");
    const auto count = static_cast<tanda::internal::Index>(std::min<size_t>(k, tanda::max_count));
    return with_rows(model, x, rows, cols, [&](tanda::internal::ConstMatrixView<float> samples) {
      return tanda::internal::nearest_references(model->model, samples, count, indices, distances);
    });
  });
}

int32_t tanda_model_components(const tanda_model* model, float* components, tanda_error* error) {
  return guarded(error, [&]() -> Status {
    if (!model) return missing_argument("model");
    if (!components) return missing_argument("components");
    if (Status s = check_linear(model->model, "components"); !s) return s;
    // Copied row after row, because the matrix is stored column after column.
    const auto& projection = model->model.projection();
    for (tanda::internal::Index i = 0; i < projection.rows(); ++i)
      for (tanda::internal::Index j = 0; j < projection.cols(); ++j)
        *components++ = static_cast<float>(projection(i, j));
    return {};
  });
}

int32_t tanda_model_offset(const tanda_model* model, float* offset, tanda_error* error) {
  return guarded(error, [&]() -> Status {
    if (!model) return missing_argument("model");
    if (!offset) return missing_argument("offset");
    if (Status s = check_linear(model->model, "offset"); !s) return s;
    for (const double value : model->model.offset()) *offset++ = static_cast<float>(value);
    return {};
  });
}

int32_t tanda_model_mean(const tanda_model* model, float* mean, tanda_error* error) {
  return guarded(error, [&]() -> Status {
    if (!model) return missing_argument("model");
    if (!mean) return missing_argument("mean");
    for (const double value : model->model.mean()) *mean++ = static_cast<float>(value);
    return {};
  });
}

int32_t tanda_model_eigenvalues(const tanda_model* model, double* values, size_t* count, tanda_error* error) {
  return guarded(error, [&]() -> Status {
    if (!model) return missing_argument("model");
    if (!count) return missing_argument("count");
    const tanda::internal::Json* const found = model->model.record().find("eigenvalues");
    const size_t all = found && found->is_array() ? found->items().size() : 0;
    if (values && *count < all)
      return Status(tanda::Code::wrong_shape,
                    tanda::internal::joined({"there are ", all, " eigenvalues, and room for ", *count}));
    for (size_t i = 0; values && i < all; ++i)
      values[i] = found->items()[i].number_or(std::numeric_limits<double>::quiet_NaN());
    *count = all;
    return {};
  });
}

}  // extern "C"
