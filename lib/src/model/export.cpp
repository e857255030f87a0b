#include "tanda/model/export.hpp"

#include "c_model.hpp"
#include "tanda/base/guarded.hpp"
#include "tanda/model/condense.hpp"
#include "tanda/model/export_c.hpp"
#include "tanda/model/export_npz.hpp"
#include "tanda/model/export_onnx.hpp"
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
  how.language = options.format == ExportFormat::cpp ? CExport::cpp17 : CExport::c99;
  return model_c(model, how);
}

/// The projection as the exported 8-bit code computes it.
Result<Matrix<float>> transform_int8(const Model& model, ConstMatrixView<float> samples) {
  const Result<std::vector<std::uint8_t>> bytes = encode(model);
  if (!bytes) return bytes.status();
  ModelView view;
  if (const Code code = ModelView::open_linear(bytes->data(), bytes->size(), view); code != Code::ok)
    return Status(code);
  CExport how;
  how.int8 = true;
  CModel numbers(view, how);
  if (Status status = numbers.quantize(); !status) return status;
  Matrix<float> y(model.outputs(), samples.cols());
  for (Index i = 0; i < samples.cols(); ++i) numbers.project(samples.col(i).data(), y.col(i).data());
  return y;
}

Result<std::string> unguarded_export(const Model& model, const ExportOptions& options) {
  if (options.int8 && options.format != ExportFormat::c)
    return Status(Code::bad_argument, "only C headers can be quantized", "use the format c");
  if (options.prototypes > 0) {
    const Result<Model> condensed = condense(model, options.prototypes);
    if (!condensed) return condensed.status();
    ExportOptions rest = options;
    rest.prototypes = 0;
    return unguarded_export(*condensed, rest);
  }
  switch (options.format) {
    case ExportFormat::c:
    case ExportFormat::cpp:
      return c_header(model, options);
    case ExportFormat::onnx:
      return text_of(model_onnx(model));
    case ExportFormat::npz:
      return text_of(model_npz(model));
    case ExportFormat::tanda:
      return text_of(encode(model));
    case ExportFormat::json:
      break;
  }
  return model_json(model) + '\n';
}

}  // namespace

Result<std::string> export_model(const Model& model, const ExportOptions& options) {
  return guarded([&] { return unguarded_export(model, options); });
}

Result<std::vector<int>> predict_int8(const Model& model, ConstMatrixView<float> samples) {
  const Result<Matrix<float>> y = transform_int8(model, samples);
  if (!y) return y.status();
  return classify<float>(classifier_of(model), ConstMatrixView<float>(y->data(), y->rows(), y->cols()));
}

Result<OwnAccuracy> own_accuracy(const Model& model, const Model& condensed) {
  if (model.rule != Rule::neighbors || model.references.cols() < 2)
    return Status(Code::bad_argument, "the model does not classify by its nearest points");
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
  const Result<std::vector<int>> found = classify<float>(classifier_of(condensed), points);
  if (!found) return found.status();
  Index still = 0;
  for (std::size_t i = 0; i < found->size(); ++i) still += (*found)[i] == model.labels[i];
  return OwnAccuracy{double(right) / double(m), double(still) / double(m)};
}

}  // namespace tanda
