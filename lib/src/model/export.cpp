#include "model/export.hpp"

#include "base/guarded.hpp"
#include "base/text.hpp"
#include "c_model.hpp"
#include "model/condense.hpp"
#include "model/export_c.hpp"
#include "tanda/detail/vote.hpp"

namespace tanda::internal {
namespace {

/// Joins words for a message: "c, cpp or json".
std::string listed(const std::vector<std::string>& words) {
  std::string list;
  for (std::size_t i = 0; i < words.size(); ++i)
    append(list, {i == 0 ? "" : i + 1 < words.size() ? ", " : " or ", words[i]});
  return list;
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

/// Fails for a model of a kind that the format cannot express.
Status check_format(const Model& model, const ExportOptions& options) {
  const ExporterInfo& format = *options.format;
  if (options.int8 && !(format.takes & with_quantize))
    return {Code::bad_argument, joined({"the format ", format.id, " cannot be quantized"}),
            joined({"use the format ", format_list(with_quantize)})};
  if (model.map() == Map::embedding && !format.embeddings) return Status(Code::no_projection);
  if (model.map() != Map::kernel || format.kernels) return {};
  std::vector<std::string> others;
  for (const ExporterInfo& other : exporters())
    if (other.kernels) others.emplace_back(other.id);
  return {Code::no_projection, joined({"a kernel model cannot be written as ", format.title}),
          joined({"fit a method with a linear projection, or export to ", listed(others)})};
}

Result<std::string> unguarded_export(const Model& model, const ExportOptions& options) {
  if (Status s = check_format(model, options); !s) return s;
  if (options.prototypes == 0) return options.format->write(model, options);
  const Result<Model> condensed = condense(model, options.prototypes);
  if (!condensed) return condensed.status();
  return options.format->write(*condensed, options);
}

}  // namespace

std::string format_list(unsigned takes) {
  std::vector<std::string> ids;
  for (const ExporterInfo& format : exporters())
    if ((format.takes & takes) == takes) ids.emplace_back(format.id);
  return listed(ids);
}

std::string formats_json() {
  Json list = Json::array();
  for (const ExporterInfo& format : exporters()) {
    Json options = Json::array();
    if (format.takes & with_name) options.push("name");
    if (format.takes & with_quantize) options.push("quantize");
    options.push("prototypes");
    list.push(Json::object()
                  .set("id", format.id)
                  .set("extension", format.extension)
                  .set("title", format.title)
                  .set("text", format.text)
                  .set("options", std::move(options)));
  }
  return list.dump();
}

Result<std::string> bytes_of(const Result<std::vector<std::uint8_t>>& bytes) {
  if (!bytes) return bytes.status();
  return std::string(bytes->begin(), bytes->end());
}

Result<std::string> export_model(const Model& model, const ExportOptions& options) {
  return guarded([&] { return unguarded_export(model, options); });
}

Result<std::vector<int>> predict_int8(const Model& model, ConstMatrixView<float> samples) {
  const Result<Matrix<float>> y = transform_int8(model, samples);
  if (!y) return y.status();
  return classify<float>(classifier_of(model), ConstMatrixView<float>(y->data(), y->rows(), y->cols()));
}

Result<OwnAccuracy> own_accuracy(const Model& model, const Model& condensed) {
  if (model.rule() != Rule::neighbors || model.references().cols() < 2)
    return Status(Code::bad_argument, "the model does not classify by its nearest points");
  const Index m = model.references().cols();
  const auto r = static_cast<std::size_t>(model.references().rows());
  std::vector<Neighbor<float>> room(static_cast<std::size_t>(std::min(model.neighbors(), m - 1)));
  Index right = 0;
  for (Index i = 0; i < m; ++i) {
    Nearest<float> nearest(room.data(), room.size());
    for (Index j = 0; j < m; ++j) {
      if (j == i) continue;
      nearest.offer(squared_distance(model.references().col(j).data(), model.references().col(i).data(), r),
                    static_cast<std::uint32_t>(j));
    }
    right += nearest.vote(model.labels().data()) == model.labels()[static_cast<std::size_t>(i)];
  }
  const ConstMatrixView<float> points(model.references().data(), model.references().rows(), m);
  const Result<std::vector<int>> found = classify<float>(classifier_of(condensed), points);
  if (!found) return found.status();
  Index still = 0;
  for (std::size_t i = 0; i < found->size(); ++i) still += (*found)[i] == model.labels()[i];
  return OwnAccuracy{double(right) / double(m), double(still) / double(m)};
}

}  // namespace tanda::internal
