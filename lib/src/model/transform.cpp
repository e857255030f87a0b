// y = P·x + c for many samples, and what class they are of.
#include <algorithm>
#include <string>

#include "lanes.hpp"
#include "tanda/model/classifier.hpp"
#include "tanda/model/model.hpp"
#include "tanda/model/projection.hpp"

namespace tanda {
namespace {

/// The model's map in the samples' precision: for float, the very numbers of the model file.
template <class S>
class Map {
 public:
  explicit Map(const Model& model)
      : rows_(model.projection.cast<S>()),
        offset_(model.offset.cast<S>()),
        unit_length_(model.unit_length),
        panel_(lanes, model.inputs()) {}

  /// Sixteen samples at a time, feature after feature.
  template <class Samples, class Out>
  void apply(const Samples& samples, Out&& out) {
    for (Index first = 0; first < samples.cols(); first += lanes) {
      const Index count = std::min(lanes, samples.cols() - first);
      load(samples, first, count);
      for (Index i = 0; i < rows_.rows(); ++i) {
        Lanes<S> sum = Lanes<S>::Zero();
        for (Index j = 0; j < rows_.cols(); ++j) sum += rows_(i, j) * panel_.col(j);
        sum += offset_[i];
        out.row(i).segment(first, count) = sum.matrix().head(count).transpose();
      }
    }
  }

 private:
  template <class Samples>
  void load(const Samples& samples, Index first, Index count) {
    if (count < lanes) panel_.setZero();
    for (Index l = 0; l < count; ++l) {
      const auto sample = samples.col(first + l);
      if (unit_length_) {
        const auto scale = unit_length_scale(sample.data(), static_cast<std::size_t>(sample.size()));
        for (Index j = 0; j < sample.size(); ++j) panel_(l, j) = scale(sample[j]);
      } else {
        panel_.row(l) = sample.transpose().array();
      }
    }
  }

  Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> rows_;
  Vector<S> offset_;
  bool unit_length_;
  LanePanel<S> panel_;
};

Status check(const Model& model, Index features) {
  if (features != model.inputs())
    return {Code::wrong_shape, "the samples have " + std::to_string(features) +
                                   " features, the model wants " + std::to_string(model.inputs())};
  if (model.offset.size() != model.outputs())
    return {Code::wrong_shape, "the model has " + std::to_string(model.outputs()) + " outputs and " +
                                   std::to_string(model.offset.size()) + " offsets"};
  return {};
}

}  // namespace

template <class S>
Result<Matrix<S>> transform(const Model& model, ConstMatrixView<S> samples) {
  if (Status status = check(model, samples.rows()); !status) return status;
  Matrix<S> result(model.outputs(), samples.cols());
  Map<S>(model).apply(samples, result);
  return result;
}

template <class S>
Result<std::vector<int>> predict(const Model& model, ConstMatrixView<S> samples) {
  if (model.rule == Rule::none)
    return Status(Code::bad_argument, "the model has no classifier: it was fitted with --classifier none",
                  "fit it again with --classifier knn:1");
  if (Status status = check(model, samples.rows()); !status) return status;
  if (model.references.cols() != static_cast<Index>(model.labels.size()))
    return Status(Code::wrong_shape, "the model has " + std::to_string(model.references.cols()) +
                                         " reference points and " + std::to_string(model.labels.size()) +
                                         " labels");
  const Classifier classifier{
      ConstMatrixView<float>(model.references.data(), model.references.rows(), model.references.cols()),
      model.labels.data(), model.rule, model.neighbors, model.block};

  std::vector<int> result;
  result.reserve(static_cast<std::size_t>(samples.cols()));
  Map<S> map(model);
  for (Index first = 0; first < samples.cols(); first += panel_samples) {
    const Index count = std::min(panel_samples, samples.cols() - first);
    Matrix<S> projected(model.outputs(), count);
    map.apply(samples.middleCols(first, count), projected);
    std::vector<int> labels;
    const ConstMatrixView<S> view(projected.data(), projected.rows(), count);
    if (Status status = classify<S>(classifier, view).get(labels); !status) return status;
    result.insert(result.end(), labels.begin(), labels.end());
  }
  return result;
}

template Result<Matrix<float>> transform(const Model&, ConstMatrixView<float>);
template Result<Matrix<double>> transform(const Model&, ConstMatrixView<double>);
template Result<std::vector<int>> predict(const Model&, ConstMatrixView<float>);
template Result<std::vector<int>> predict(const Model&, ConstMatrixView<double>);

}  // namespace tanda
