// The model's map for many samples, and what class they are of.
#include <algorithm>
#include <string>

#include "applied_map.hpp"
#include "tanda/base/guarded.hpp"
#include "tanda/base/text.hpp"
#include "tanda/model/classifier.hpp"

namespace tanda {
namespace {

bool fits_together(const KernelMap& map, Index inputs) {
  const Index dims = map.points.rows();
  const bool basis =
      map.basis.size() > 0 ? map.basis.rows() == inputs && map.basis.cols() == dims : dims == inputs;
  return basis && dims > 0 && map.factor.size() == inputs && map.coefficients.cols() == map.points.cols();
}

Status check(const Model& model, Index features) {
  if (model.map == Map::embedding) return Status(Code::no_projection);
  if (features != model.inputs())
    return {Code::wrong_shape,
            joined({"the samples have ", features, " features, the model wants ", model.inputs()})};
  if (model.map == Map::kernel && !fits_together(model.kernel, model.inputs()))
    return {Code::wrong_shape, "the parts of the model's kernel map do not fit together"};
  if (model.map == Map::linear && model.offset.size() != model.outputs())
    return {Code::wrong_shape,
            joined({"the model has ", model.outputs(), " outputs and ", model.offset.size(), " offsets"})};
  return {};
}

}  // namespace

template <class S>
Result<Matrix<S>> transform(const Model& model, ConstMatrixView<S> samples) {
  return guarded([&]() -> Result<Matrix<S>> {
    if (Status status = check(model, samples.rows()); !status) return status;
    Matrix<S> result(model.outputs(), samples.cols());
    AppliedMap<S>(model, nullptr).apply(samples, result);
    return result;
  });
}

void remember_columns(Model& model, const std::string& label, Index label_column, const std::string& id) {
  if (!label.empty() || label_column > 0)
    model.record.set("label", Json::object().set("name", label).set("column", label_column));
  if (!id.empty()) model.record.set("id", id);
}

bool fitted_in_double(const Model& model) {
  return model.record.text_or("scalar", model.double_precision ? "double" : "float") == "double";
}

void want_columns(const Model& model, CsvOptions& options) {
  options.wanted = model.features;
  options.wanted_count = model.inputs();
  if (const Json* label = model.record.find("label")) {
    options.fitted_label = label->text_or("name", "");
    const double column = label->number_or("column", 0);
    options.fitted_label_column = column >= 1 && column < 2147483648.0 ? Index(column) : 0;
  }
  options.fitted_classes = model.classes;
  options.fitted_id = model.record.text_or("id", "");
  // The mean of a unit-length model is in units of length; there the table's own means have to do.
  if (!model.unit_length) options.fill.assign(model.mean.data(), model.mean.data() + model.mean.size());
}

Classifier classifier_of(const Model& model) {
  return {ConstMatrixView<float>(model.references.data(), model.references.rows(), model.references.cols()),
          model.labels.data(), model.rule, model.neighbors, model.block};
}

namespace {

template <class S>
Result<std::vector<int>> unguarded_predict(const Model& model, ConstMatrixView<S> samples) {
  if (Status status = check(model, samples.rows()); !status) return status;
  if (model.rule == Rule::none)
    return Status(Code::bad_argument, "the model has no classifier: it was fitted with --classifier none",
                  "fit it again with --classifier knn:1");
  if (model.references.cols() != static_cast<Index>(model.labels.size()))
    return Status(Code::wrong_shape, joined({"the model has ", model.references.cols(),
                                             " reference points and ", model.labels.size(), " labels"}));
  Matrix<S> projected(model.outputs(), samples.cols());
  AppliedMap<S>(model, nullptr).apply(samples, projected);
  return classify<S>(classifier_of(model),
                     ConstMatrixView<S>(projected.data(), projected.rows(), projected.cols()));
}

}  // namespace

template <class S>
Result<std::vector<int>> predict(const Model& model, ConstMatrixView<S> samples) {
  return guarded([&] { return unguarded_predict(model, samples); });
}

template Result<Matrix<float>> transform(const Model&, ConstMatrixView<float>);
template Result<Matrix<double>> transform(const Model&, ConstMatrixView<double>);
template Result<std::vector<int>> predict(const Model&, ConstMatrixView<float>);
template Result<std::vector<int>> predict(const Model&, ConstMatrixView<double>);

}  // namespace tanda
