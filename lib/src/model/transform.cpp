// Applies a model's map to many samples and predicts their classes.
#include <algorithm>
#include <cmath>
#include <string>

#include "base/guarded.hpp"
#include "base/text.hpp"
#include "inside.hpp"
#include "model/classifiers.hpp"
#include "model/nearest_points.hpp"

namespace tanda::internal {
namespace {

Status check(const Model& model, Index features) {
  if (model.map() == Map::embedding) return Status(Code::no_projection);
  if (features != model.inputs())
    return {Code::wrong_shape,
            joined({"the samples have ", features, " features, the model wants ", model.inputs()})};
  return {};
}

}  // namespace

template <class S>
Status transform(const Model& model, ConstMatrixView<S> samples, S* out) {
  return guarded([&]() -> Status {
    if (Status status = check(model, samples.rows()); !status) return status;
    const Model::Inside& inside = model.inside();
    const AppliedMap<S>& map = inside.applied<S>();
    if (map.needs_scratch())
      return inside.scratch.with([&](Workspace* scratch) {
        map.apply(samples, out, scratch);
        return Status();
      });
    map.apply(samples, out, nullptr);
    return {};
  });
}

template <class S>
Result<Matrix<S>> transform(const Model& model, ConstMatrixView<S> samples) {
  return guarded([&]() -> Result<Matrix<S>> {
    if (Status status = check(model, samples.rows()); !status) return status;
    Matrix<S> result(model.outputs(), samples.cols());
    if (Status status = transform(model, samples, result.data()); !status) return status;
    return result;
  });
}

Model remember_columns(const Model& model, const std::string& label, Index label_column,
                       const std::string& id) {
  Model result = model;
  if (!label.empty() || label_column > 0)
    result = result.recorded("label", Json::object().set("name", label).set("column", label_column));
  return id.empty() ? result : result.recorded("id", id);
}

bool fitted_in_double(const Model& model) {
  return model.record().text_or("scalar", model.double_precision() ? "double" : "float") == "double";
}

void want_columns(const Model& model, CsvOptions& options) {
  options.wanted = model.features();
  options.wanted_count = model.inputs();
  if (const Json* label = model.record().find("label")) {
    options.fitted_label = label->text_or("name", "");
    const double column = label->number_or("column", 0);
    options.fitted_label_column = column >= 1 && column < 2147483648.0 ? Index(column) : 0;
  }
  options.fitted_classes = model.classes();
  options.fitted_id = model.record().text_or("id", "");
  // The mean of a unit-length model is that of scaled samples; missing values are then filled with the
  // table's own means.
  if (!model.unit_length())
    options.fill.assign(model.mean().data(), model.mean().data() + model.mean().size());
}

Classifier classifier_of(const Model& model) {
  return {
      ConstMatrixView<float>(model.references().data(), model.references().rows(), model.references().cols()),
      model.labels().data(), model.rule(), model.neighbors(), model.block()};
}

namespace {

Status no_classifier_status() {
  return Status(Code::bad_argument, "the model has no classifier: it was fitted with {classifier=none}",
                "fit it again with {classifier=knn:1}");
}

/// Projects samples panel by panel and calls use(projected, first).
template <class S, class Use>
void for_each_projected(const Model& model, ConstMatrixView<S> samples, Workspace* scratch, Use use) {
  const Index r = model.outputs(), d = model.inputs();
  const AppliedMap<S>& map = model.inside().applied<S>();
  Matrix<S> projected(scratch, r, std::min(panel_samples, samples.cols()));
  for (Index first = 0; first < samples.cols(); first += panel_samples) {
    const Index count = std::min(panel_samples, samples.cols() - first);
    map.apply({samples.data() + first * d, d, count}, projected.data(), scratch);
    use(ConstMatrixView<S>(projected.data(), r, count), first);
  }
}

}  // namespace

template <class S>
Status predict(const Model& model, ConstMatrixView<S> samples, int* labels, float* scores) {
  return guarded([&]() -> Status {
    if (Status status = check(model, samples.rows()); !status) return status;
    if (!model.classifier().classifies()) return no_classifier_status();
    const Classifier by = classifier_of(model);
    const Index classes = Index(model.classes().size());
    const ReferenceTree<S>* const tree = model.inside().tree<S>(samples.cols());
    return model.inside().scratch.with([&](Workspace* scratch) {
      for_each_projected(model, samples, scratch, [&](ConstMatrixView<S> projected, Index first) {
        model.classifier().decide_on(Batch<S>{by, projected, classes, labels ? labels + first : nullptr,
                                              scores ? scores + first * classes : nullptr, scratch, tree});
      });
      return Status();
    });
  });
}

template <class S>
Result<std::vector<int>> predict(const Model& model, ConstMatrixView<S> samples) {
  return guarded([&]() -> Result<std::vector<int>> {
    std::vector<int> labels(static_cast<std::size_t>(samples.cols()));
    if (Status status = predict(model, samples, labels.data(), nullptr); !status) return status;
    return labels;
  });
}

template <class S>
Status nearest_references(const Model& model, ConstMatrixView<S> samples, Index count, std::int32_t* indices,
                          float* distances) {
  return guarded([&]() -> Status {
    if (Status status = check(model, samples.rows()); !status) return status;
    const Index points = model.references().cols();
    if (points == 0)
      return Status(Code::bad_argument, "the model has no reference points: it was fitted with no classifier",
                    "fit it again with {classifier=knn:1}");
    if (count < 1 || count > points)
      return Status(Code::bad_argument,
                    joined({count, " neighbours: the model has ", points, " reference points"}));
    const Classifier by = classifier_of(model);
    const ReferenceTree<S>* const tree = model.inside().tree<S>(samples.cols());
    return model.inside().scratch.with([&](Workspace* scratch) {
      for_each_projected(model, samples, scratch, [&](ConstMatrixView<S> projected, Index first) {
        for_each_nearest(by, projected, count, tree, scratch, [&](Index i, const Nearest<S>& nearest) {
          for (Index j = 0; j < count; ++j) {
            const Index at = (first + i) * count + j;
            indices[at] = static_cast<std::int32_t>(nearest[std::size_t(j)].index);
            distances[at] = static_cast<float>(std::sqrt(nearest[std::size_t(j)].distance));
          }
        });
      });
      return Status();
    });
  });
}

#define TANDA_INSTANTIATE(S)                                                   \
  template Status transform(const Model&, ConstMatrixView<S>, S*);             \
  template Result<Matrix<S>> transform(const Model&, ConstMatrixView<S>);      \
  template Status predict(const Model&, ConstMatrixView<S>, int*, float*);     \
  template Result<std::vector<int>> predict(const Model&, ConstMatrixView<S>); \
  template Status nearest_references(const Model&, ConstMatrixView<S>, Index, std::int32_t*, float*);
TANDA_INSTANTIATE(float)
TANDA_INSTANTIATE(double)
#undef TANDA_INSTANTIATE

}  // namespace tanda::internal
