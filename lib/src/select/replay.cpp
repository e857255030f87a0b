// Repeating the first split of an evaluation, for pictures and confusion matrices.
#include <algorithm>

#include "base/guarded.hpp"
#include "base/text.hpp"
#include "experiment.hpp"
#include "select/scoring.hpp"

namespace tanda::internal {
namespace {

/// Repeats one contest on the first split.
template <class S>
Status replay_one(const Registry& registry, const EvaluateOptions& options, const Evaluation& evaluation,
                  std::size_t contest, Trial<S>& trial, Monitor& monitor,
                  const std::function<Status(const Replay<S>&)>& show) {
  FitOptions fit = scored_options(options.contestants[contest]);
  fit.seed = derived_seed(options.seed, 0);
  fit.settings = merged(fit.settings, evaluation.contests[contest].splits[0]->chosen);
  const Result<Model> model = trial.model(*registry.find(fit.method), fit, monitor);
  if (!model) return model.status();
  const Dataset<S> test = trial.test();
  Matrix<S> projected;
  if (Status s = transform(*model, test.x).get(projected); !s) return s;
  const Classifier classifier = scored_classifier(*model);
  const Index most = classifier.block > 0 ? classifier.block : projected.rows();
  const Index dims = std::min(counting_dims(evaluation, evaluation.contests[contest])[0], most);
  std::vector<int> found;
  const ConstMatrixView<S> view(projected.data(), projected.rows(), projected.cols());
  if (Status s = classify_in<S>(classifier, view, dims).get(found); !s) return s;
  Confusion confusion;
  for (std::size_t i = 0; i < found.size(); ++i) confusion.add(test.labels[i], found[i]);
  return show({contest, *model, trial, confusion, dims});
}

}  // namespace

template <class S>
Result<std::vector<std::string>> replay(const Registry& registry, const Dataset<S>& data,
                                        const EvaluateOptions& options, const Evaluation& evaluation,
                                        Monitor& monitor,
                                        const std::function<Status(const Replay<S>&)>& show) {
  std::vector<std::string> failures;
  if (evaluation.finished() == 0) return failures;
  Split split;
  if (Status s = split_of(data, options, Unlabelled::train, derived_seed(options.seed, 0)).get(split); !s)
    return s;
  // Fits that share what they prepare do not check their memory limits.
  const bool limited = options.contestants[0].fit.memory_limit > 0;
  monitor.stage("replay");
  Trial<S> trial(data, split, limited ? Sharing::no : Sharing::yes);
  for (std::size_t c = 0; c < evaluation.contests.size(); ++c) {
    const Contest& contest = evaluation.contests[c];
    if (options.contestants[c].baseline() || !contest.failure.empty()) continue;
    const double before = double(c) / double(evaluation.contests.size());
    if (!monitor.advance(before)) return Status(Code::cancelled);
    Monitor inner([&](const char*, double) { return monitor.advance(before); });
    const Status status =
        guarded([&] { return replay_one(registry, options, evaluation, c, trial, inner, show); });
    if (monitor.cancelled()) return Status(Code::cancelled);
    if (!status) failures.push_back(joined({contest.name, ": ", status.text()}));
  }
  return failures;
}

#define TANDA_INSTANTIATE(S)                                                                            \
  template Result<std::vector<std::string>> replay(const Registry&, const Dataset<S>&,                  \
                                                   const EvaluateOptions&, const Evaluation&, Monitor&, \
                                                   const std::function<Status(const Replay<S>&)>&);
TANDA_INSTANTIATE(float)
TANDA_INSTANTIATE(double)
#undef TANDA_INSTANTIATE

}  // namespace tanda::internal
