#include "tanda/model/export.hpp"

#include "tanda/model/condense.hpp"
#include "tanda/model/export_c.hpp"
#include "tanda/model/export_npz.hpp"
#include "tanda/model/export_onnx.hpp"
#include "tanda/model/quantized.hpp"
#include "tanda/model/vote.hpp"

namespace tanda {
namespace {

Result<std::string> text_of(Result<std::vector<std::uint8_t>> bytes) {
  if (!bytes) return bytes.status();
  return std::string(bytes->begin(), bytes->end());
}

Result<std::string> c_header(const Model& model, const ExportOptions& options) {
  CExport how;
  how.name = options.name;
  how.int8 = options.int8;
  return model_c(model, how);
}

/// The model with its prototypes, if any are asked for.
Result<Model> condensed(const Model& model, const ExportOptions& options) {
  if (options.prototypes == 0) return model;
  return condense(model, options.prototypes);
}

/// The projection as the 8-bit code computes it.
Result<Matrix<float>> transform_int8(const Model& model, ConstMatrixView<float> samples) {
  if (model.map != Map::linear) return Status(Code::no_projection);
  if (model.range.size() != model.inputs())
    return Status(Code::bad_argument, "the model does not know its ranges");
  const auto d = static_cast<std::size_t>(model.inputs()), r = static_cast<std::size_t>(model.outputs());
  // Of the numbers that stand in the model file, row after row.
  const Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> projection =
      model.projection.cast<float>();
  const Vector<float> mean = model.mean.cast<float>();
  std::vector<std::int8_t> weights(r * d), steps(d);
  std::vector<float> scale(r), inverse(d);
  const Code code =
      quantize(projection.data(), model.range.data(), d, r, weights.data(), scale.data(), inverse.data());
  if (code != Code::ok) return Status(code);
  const QuantizedView view{weights.data(),   scale.data(), mean.data(), inverse.data(), d, r,
                           model.unit_length};
  Matrix<float> y(model.outputs(), samples.cols());
  for (Index i = 0; i < samples.cols(); ++i)
    project(view, samples.col(i).data(), steps.data(), y.col(i).data());
  return y;
}

}  // namespace

Result<std::string> export_model(const Model& model, const ExportOptions& options) {
  if (options.int8 && options.format != ExportFormat::c)
    return Status(Code::bad_argument, "only C headers can be quantized", "use the format c");
  const Result<Model> exported = condensed(model, options);
  if (!exported) return exported.status();
  switch (options.format) {
    case ExportFormat::c:
      return c_header(*exported, options);
    case ExportFormat::onnx:
      return text_of(model_onnx(*exported));
    case ExportFormat::npz:
      return text_of(model_npz(*exported));
    case ExportFormat::tanda:
      return text_of(encode(*exported));
    case ExportFormat::json:
      break;
  }
  return model_json(*exported) + '\n';
}

Result<std::vector<int>> predict_exported(const Model& model, const ExportOptions& options,
                                          ConstMatrixView<float> samples) {
  const Result<Model> exported = condensed(model, options);
  if (!exported) return exported.status();
  if (!options.int8) return predict<float>(*exported, samples);
  const Result<Matrix<float>> y = transform_int8(*exported, samples);
  if (!y) return y.status();
  return classify<float>(classifier_of(*exported), ConstMatrixView<float>(y->data(), y->rows(), y->cols()));
}

Result<OwnAccuracy> own_accuracy(const Model& model, Index prototypes) {
  if (model.rule != Rule::neighbors || model.references.cols() < 2)
    return Status(Code::bad_argument, "the model does not classify by its nearest points");
  const Result<Model> fewer = condense(model, prototypes);
  if (!fewer) return fewer.status();
  const Index m = model.references.cols();
  const auto r = static_cast<std::size_t>(model.references.rows());
  std::vector<Neighbor<float>> room(static_cast<std::size_t>(std::min(model.neighbors, m - 1)));
  Index right = 0;
  for (Index i = 0; i < m; ++i) {
    Nearest<float> nearest(room.data(), room.size());
    for (Index j = 0; j < m; ++j) {
      if (j == i) continue;
      nearest.offer(squared_distance(model.references.col(j).data(), model.references.col(i).data(), r),
                    static_cast<std::uint32_t>(j));
    }
    right += nearest.vote(model.labels.data()) == model.labels[static_cast<std::size_t>(i)];
  }
  const ConstMatrixView<float> points(model.references.data(), model.references.rows(), m);
  const Result<std::vector<int>> found = classify<float>(classifier_of(*fewer), points);
  if (!found) return found.status();
  Index still = 0;
  for (std::size_t i = 0; i < found->size(); ++i) still += (*found)[i] == model.labels[i];
  return OwnAccuracy{double(right) / double(m), double(still) / double(m)};
}

}  // namespace tanda
