// The public Model: a shared internal model, and values that are requested repeatedly.
#include "tanda/model.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "front/answer.hpp"
#include "front/file.hpp"
#include "front/inside.hpp"
#include "front/samples.hpp"
#include "model/classifiers.hpp"
#include "model/export.hpp"
#include "options/words.hpp"
#include "tanda/detail/format.hpp"

namespace tanda {
namespace {

/// Whether the first bytes can be those of a model file; if not, the rest need not be read.
bool may_be_model(const std::vector<std::uint8_t>& start) {
  return std::equal(start.begin(), start.begin() + std::ptrdiff_t(std::min(start.size(), sizeof file_magic)),
                    std::begin(file_magic), [](std::uint8_t a, auto b) { return a == std::uint8_t(b); });
}

Result<std::string> export_inside(const internal::Model& model, std::string_view format,
                                  const ExportOptions& options) {
  internal::ExportOptions how;
  if (Status s = internal::parse_format("format", std::string(format)).get(how.format); !s) return s;
  if (options.prototypes < 0)
    return Status(Code::bad_argument, internal::joined({"prototypes = ", options.prototypes}));
  how.name = options.name;
  how.int8 = options.quantize;
  how.prototypes = options.prototypes;
  return internal::export_model(model, how);
}

}  // namespace

Result<Model> ModelAccess::wrap(const internal::Model& model) {
  const internal::Json& record = model.record();
  auto made = std::make_shared<Model::Inside>(
      Model::Inside{model,
                    record.text_or("method", ""),
                    internal::spelled_json(record, internal::Spelling::cpp).dump(),
                    {}});
  if (const internal::Json* values = record.find("eigenvalues"))
    for (const internal::Json& value : values->items()) made->eigenvalues.push_back(value.number_or(0));
  return Model(std::move(made));
}

Result<Model> Model::open(const void* bytes, std::size_t size) {
  return internal::answer([&]() -> Result<Model> {
    if (!bytes) return Status(Code::bad_argument, "the model is missing: bytes is null");
    const auto model = internal::decode(static_cast<const std::uint8_t*>(bytes), size);
    return model ? ModelAccess::wrap(*model) : model.status();
  });
}

Result<Model> Model::open(std::string_view path) {
  return internal::answer([&]() -> Result<Model> {
    const std::string name(path);
    std::vector<std::uint8_t> bytes;
    const auto keep = [&](std::string_view piece) -> Status {
      bytes.insert(bytes.end(), piece.begin(), piece.end());
      return may_be_model(bytes) ? Status() : Status(Code::bad_model, "this is not a tanda model");
    };
    if (Status s = internal::read_file(name, keep); !s) return s;
    Result<Model> model =
        open(bytes.data() ? bytes.data() : reinterpret_cast<const std::uint8_t*>(""), bytes.size());
    if (!model) return internal::about_file(name, model.status());
    return model;
  });
}

Result<std::vector<std::uint8_t>> Model::bytes() const {
  return internal::answer([&] { return internal::encode(inside_->model); });
}

Status Model::save(std::string_view path) const {
  return internal::answer([&]() -> Status {
    std::vector<std::uint8_t> file;
    if (Status s = bytes().get(file); !s) return s;
    return internal::write_file(std::string(path), file.data(), file.size());
  });
}

Result<std::string> Model::export_as(std::string_view format, const ExportOptions& options) const {
  return internal::answer([&] { return export_inside(inside_->model, format, options); });
}

template <class S>
Status Model::transform(const S* x, std::size_t rows, std::size_t cols, S* y) const {
  return internal::answer([&]() -> Status {
    if (!y && rows > 0) return Status(Code::bad_argument, "there is no room for the result: y is null");
    const auto samples = internal::samples_of(x, rows, cols, inputs());
    if (!samples) return samples.status();
    return internal::transform(inside_->model, *samples, y);
  });
}

template <class S>
Result<Rows<S>> Model::transform(const RowsView<S>& x) const {
  return internal::answer([&]() -> Result<Rows<S>> {
    Rows<S> y(x.rows(), Eigen::Index(outputs()));
    if (Status s = transform(x.data(), std::size_t(x.rows()), std::size_t(x.cols()), y.data()); !s) return s;
    return y;
  });
}

template <class S>
Status Model::predict(const S* x, std::size_t rows, std::size_t cols, int* labels) const {
  return internal::answer([&]() -> Status {
    if (!labels && rows > 0)
      return Status(Code::bad_argument, "there is no room for the result: labels is null");
    const auto samples = internal::samples_of(x, rows, cols, inputs());
    if (!samples) return samples.status();
    return internal::predict(inside_->model, *samples, labels);
  });
}

template <class S>
Result<std::vector<int>> Model::predict(const RowsView<S>& x) const {
  return internal::answer([&]() -> Result<std::vector<int>> {
    std::vector<int> labels(std::size_t(x.rows()));
    if (Status s = predict(x.data(), labels.size(), std::size_t(x.cols()), labels.data()); !s) return s;
    return labels;
  });
}

template <class S>
Status Model::predict_scores(const S* x, std::size_t rows, std::size_t cols, int* labels,
                             float* scores) const {
  return internal::answer([&]() -> Status {
    if (!scores && rows > 0)
      return Status(Code::bad_argument, "there is no room for the result: scores is null");
    const auto samples = internal::samples_of(x, rows, cols, inputs());
    if (!samples) return samples.status();
    return internal::predict(inside_->model, *samples, labels, scores);
  });
}

template <class S>
Result<Prediction> Model::predict_scores(const RowsView<S>& x) const {
  return internal::answer([&]() -> Result<Prediction> {
    Prediction made{std::vector<int>(std::size_t(x.rows())),
                    Rows<float>(x.rows(), Eigen::Index(classes().size()))};
    if (Status s = predict_scores(x.data(), made.labels.size(), std::size_t(x.cols()), made.labels.data(),
                                  made.scores.data());
        !s)
      return s;
    return made;
  });
}

std::size_t Model::inputs() const noexcept {
  return std::size_t(inside_->model.inputs());
}
std::size_t Model::outputs() const noexcept {
  return std::size_t(inside_->model.outputs());
}
std::size_t Model::references() const noexcept {
  return std::size_t(inside_->model.references().cols());
}
Map Model::map() const noexcept {
  return inside_->model.map();
}
Rule Model::rule() const noexcept {
  return static_cast<Rule>(inside_->model.classifier().number);
}
int Model::neighbors() const noexcept {
  return rule() == Rule::neighbors ? int(inside_->model.neighbors()) : 0;
}
const std::string& Model::method() const noexcept {
  return inside_->method;
}
const std::vector<std::string>& Model::classes() const noexcept {
  return inside_->model.classes();
}
const std::vector<std::string>& Model::features() const noexcept {
  return inside_->model.features();
}
Eigen::Map<const Eigen::MatrixXd> Model::components() const noexcept {
  const auto& p = inside_->model.projection();
  return {p.data(), p.rows(), p.cols()};
}
Eigen::Map<const Eigen::VectorXd> Model::offset() const noexcept {
  return {inside_->model.offset().data(), inside_->model.offset().size()};
}
Eigen::Map<const Eigen::VectorXd> Model::mean() const noexcept {
  return {inside_->model.mean().data(), inside_->model.mean().size()};
}
const std::vector<double>& Model::eigenvalues() const noexcept {
  return inside_->eigenvalues;
}
const std::string& Model::record() const noexcept {
  return inside_->record;
}

#define TANDA_INSTANTIATE(S)                                                                     \
  template Status Model::transform(const S*, std::size_t, std::size_t, S*) const;                \
  template Result<Rows<S>> Model::transform(const RowsView<S>&) const;                           \
  template Status Model::predict(const S*, std::size_t, std::size_t, int*) const;                \
  template Result<std::vector<int>> Model::predict(const RowsView<S>&) const;                    \
  template Status Model::predict_scores(const S*, std::size_t, std::size_t, int*, float*) const; \
  template Result<Prediction> Model::predict_scores(const RowsView<S>&) const;
TANDA_INSTANTIATE(float)
TANDA_INSTANTIATE(double)
#undef TANDA_INSTANTIATE

}  // namespace tanda
