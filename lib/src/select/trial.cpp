#include "select/trial.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "linalg/dense.hpp"
#include "select/scoring.hpp"

namespace tanda::internal {
namespace {

/// The score of a model that contains its training samples, on a test set.
template <class S>
Result<TrialScore> score_of(const Model& model, const Dataset<S>& test, Monitor& monitor) {
  Matrix<S> projected;
  if (Status s = transform(model, test.x).get(projected); !s) return s;
  DimScores scores;
  const ConstMatrixView<S> view(projected.data(), projected.rows(), projected.cols());
  if (Status s = score_dims<S>(scored_classifier(model), view, test.labels, monitor).get(scores); !s)
    return s;
  TrialScore result;
  for (Index q = 1; q <= Index(scores.errors.size()); ++q) result.errors.push_back(scores.error(q));
  result.class_errors = std::move(scores.class_errors);
  return result;
}

}  // namespace

Classifier scored_classifier(const Model& model) {
  Classifier classifier = classifier_of(model);
  classifier.block = model.class_dims();
  return classifier;
}

std::vector<Index> candidate_dims(const std::vector<Index>& listed, Index reach) {
  std::vector<Index> dims;
  for (Index q = 1; listed.empty() && q <= reach; ++q) dims.push_back(q);
  for (const Index q : listed) {
    if (dims.empty() || dims.back() < std::min(q, reach)) dims.push_back(std::min(q, reach));
  }
  return dims;
}

Index widest_list(const Parameters& parameters) {
  Index widest = 0;
  for (const Parameter& p : parameters.list()) {
    if (p.stage == Stage::neighbors && p.kind == Kind::integer)
      widest = std::max(widest, Index(parameters.value(p)));
  }
  return widest;
}

template <class S>
Trial<S>::Trial(const Dataset<S>& data, const Split& split, Sharing sharing)
    : sharing_(sharing),
      dims_(data.dims()),
      class_count_(data.classes.size()),
      classes_(data.classes),
      features_(data.features) {
  const auto copy = [&](const std::vector<Index>& samples, Side& side) {
    side.values.reserve(samples.size() * std::size_t(dims_));
    for (const Index i : samples) {
      const S* column = data.x.data() + i * dims_;
      side.values.insert(side.values.end(), column, column + dims_);
      side.labels.push_back(data.labels ? data.labels[i] : -1);
      if (data.patches) side.patches.push_back(data.patches[i]);
      class_count_ = std::max(class_count_, std::size_t(side.labels.back() + 1));
    }
  };
  copy(split.train, train_);
  copy(split.test, test_);
  for (const Index i : split.hidden) {  // both lists ascend
    const auto at = std::lower_bound(split.train.begin(), split.train.end(), i) - split.train.begin();
    train_.labels[std::size_t(at)] = -1;
  }
}

template <class S>
Trial<S>::~Trial() = default;

template <class S>
Dataset<S> Trial<S>::view(const Side& side) const {
  return {ConstMatrixView<S>(side.values.data(), dims_, Index(side.labels.size())), side.labels.data(),
          classes_, features_, side.patches.empty() ? nullptr : side.patches.data()};
}
template <class S>
Dataset<S> Trial<S>::train() const {
  return view(train_);
}
template <class S>
Dataset<S> Trial<S>::test() const {
  return view(test_);
}

template <class S>
void Trial<S>::expect(const Method& method, const FitOptions& options) {
  const Result<Parameters> parameters = Parameters::make(method.info->parameters, options.settings);
  // Lists as wide as the data would not help narrower ones.
  if (parameters) widest_ = std::max(widest_, std::min<Index>(64, widest_list(*parameters)));
  for (const auto& made : groundworks_) made->second.neighbors.expect(widest_);
}

template <class S>
Result<Groundwork<S>*> Trial<S>::groundwork(const GroundworkKey& key, Monitor& monitor) {
  for (const auto& made : groundworks_) {
    if (made->first == key) return &made->second;
  }
  Groundwork<S> fresh;
  if (Status s = make_groundwork(train(), key, monitor).get(fresh); !s) return s;
  fresh.neighbors.expect(widest_);
  groundworks_.push_back(std::make_unique<std::pair<GroundworkKey, Groundwork<S>>>(key, std::move(fresh)));
  return &groundworks_.back()->second;
}

template <class S>
Result<Model> Trial<S>::model(const Method& method, const FitOptions& options, Monitor& monitor) {
  const Dataset<S> data = train();
  if (sharing_ == Sharing::no) return fit(Registry({method}), data, options, monitor);
  Groundwork<S>* shared = nullptr;
  if (Status s = groundwork(groundwork_key(*method.info, data, options), monitor).get(shared); !s) return s;
  return fit_in(*shared, method, data, options, monitor);
}

template <class S>
Result<TrialScore> Trial<S>::run(const Method& method, const FitOptions& options, Monitor& monitor) {
  if (method.info->output == Output::embedding) {
    return Status(Code::no_projection, joined({method.info->id, " embeds its own samples only"}));
  }
  const double start = seconds_now();
  const Result<Model> fitted = model(method, options, monitor);
  const double seconds = seconds_now() - start;
  if (!fitted) return fitted.status();
  Result<TrialScore> score = tanda::internal::score_of(*fitted, test(), monitor);
  if (!score) return score;
  score->fit_seconds = seconds;
  if (sharing_ == Sharing::no) score->peak_bytes = double(monitor.memory().peak);
  for (auto& of_dim : score->class_errors) of_dim.resize(class_count_);
  return score;
}

template <class S>
Result<TrialScore> Trial<S>::baseline(const FitOptions& options, Monitor& monitor) {
  const Dataset<S> data = train();
  Groundwork<S>* shared = nullptr;
  const GroundworkKey key{Supervision::none, options.scale, options.pca};
  if (Status s = groundwork(key, monitor).get(shared); !s) return s;
  // The identity in the working space, treated like any other projection.
  ModelParts parts;
  const Index p = shared->prepared.samples().dims();
  LinearMap& map = parts.linear();
  map.projection = shared->prepared.unfold(MatrixD::Identity(p, p));
  parts.mean = shared->prepared.mean;
  parts.unit_length = options.scale == Scale::unit;
  map.offset = -product(map.projection, parts.mean);
  parts.double_precision = !floats_do(parts, data);
  const Result<Model> model = Model::make(std::move(parts));
  if (!model) return model.status();
  Matrix<S> projected;
  if (Status s = transform(*model, data.x).get(projected); !s) return s;
  std::vector<Index> labelled;
  for (Index i = 0; i < data.samples(); ++i) {
    if (data.labels[i] >= 0) labelled.push_back(i);
  }
  Matrix<float> references(p, Index(labelled.size()));
  std::vector<std::int32_t> labels;
  for (std::size_t i = 0; i < labelled.size(); ++i) {
    references.col(Index(i)) = projected.col(labelled[i]).template cast<float>();
    labels.push_back(data.labels[labelled[i]]);
  }
  const Dataset<S> held_out = test();
  if (Status s = transform(*model, held_out.x).get(projected); !s) return s;
  const Classifier classifier{{references.data(), p, references.cols()},
                              labels.data(),
                              Rule::neighbors,
                              std::max<Index>(1, options.neighbors)};
  std::vector<int> found;
  const ConstMatrixView<S> view(projected.data(), projected.rows(), projected.cols());
  if (Status s = classify(classifier, view).get(found); !s) return s;
  TrialScore score = score_of(found);
  // The span of few samples suffices to find the nearest; all features are compared nevertheless.
  score.space_dims = options.pca.wanted() ? p : dims_;
  return score;
}

template <class S>
TrialScore Trial<S>::most_frequent() const {
  std::vector<Index> counts(std::max<std::size_t>(1, class_count_), 0);
  for (const std::vector<int>* labels : {&train_.labels, &test_.labels})
    for (const int label : *labels)
      if (label >= 0) ++counts[std::size_t(label)];
  const int most = int(std::max_element(counts.begin(), counts.end()) - counts.begin());
  return score_of(std::vector<int>(test_.labels.size(), most));
}

/// The score of one prediction for each test sample.
template <class S>
TrialScore Trial<S>::score_of(const std::vector<int>& predicted) const {
  std::vector<Index> wrong(class_count_, 0);
  double all = 0;
  for (std::size_t i = 0; i < predicted.size(); ++i) {
    if (predicted[i] == test_.labels[i]) continue;
    ++wrong[std::size_t(test_.labels[i])];
    ++all;
  }
  return {{predicted.empty() ? 0 : all / double(predicted.size())}, {std::move(wrong)}};
}

template class Trial<float>;
template class Trial<double>;

}  // namespace tanda::internal
