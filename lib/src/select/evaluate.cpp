#include "select/evaluate.hpp"

#include <algorithm>
#include <atomic>

#include "base/guarded.hpp"
#include "base/text.hpp"
#include "experiment.hpp"

namespace tanda::internal {
namespace {

/// 1 − balanced accuracy in every dimension: the mean of the classes' error rates.
std::vector<double> balanced_errors(const std::vector<std::vector<Index>>& class_errors,
                                    const std::vector<Index>& tested) {
  std::vector<double> result;
  for (const std::vector<Index>& wrong : class_errors) {
    double sum = 0, classes = 0;
    for (std::size_t c = 0; c < tested.size(); ++c) {
      if (tested[c] == 0) continue;
      sum += double(wrong[c]) / double(tested[c]);
      ++classes;
    }
    result.push_back(classes > 0 ? sum / classes : 0);
  }
  return result;
}

SplitScore split_score(TrialScore&& score, const std::vector<Index>& tested) {
  SplitScore result;
  result.errors = std::move(score.errors);
  result.balanced = balanced_errors(score.class_errors, tested);
  if (tested.size() <= most_recall_classes) result.class_errors = std::move(score.class_errors);
  result.space_dims = score.space_dims;
  result.fit_seconds = score.fit_seconds;
  result.peak_bytes = score.peak_bytes;
  return result;
}

/// Chooses what is open by cross-validation, then fits and scores.
template <class S>
Result<SplitScore> run_contestant(const Registry& registry, const Contestant& contestant,
                                  const EvaluateOptions& options, const std::vector<Index>& tested,
                                  std::uint64_t seed, Trial<S>& trial, Monitor& monitor) {
  TrialScore score;
  if (contestant.baseline()) {
    if (contestant.name == majority_name) return split_score(trial.most_frequent(), tested);
    if (Status s = trial.baseline(contestant.fit, monitor).get(score); !s) return s;
    return split_score(std::move(score), tested);
  }
  const Result<Method> method = registry.find(contestant.fit.method);
  if (!method) return method.status();
  FitOptions fit = scored_options(contestant);
  fit.seed = seed;
  std::vector<Setting> chosen;
  Index chosen_dims = 0;
  if (options.honest || !contestant.grid.empty()) {
    TuneResult tuned;
    const TuneOptions how{contestant.grid, options.dims, options.folds, 1, derived_seed(seed, 1)};
    if (Status s = tune(registry, trial.train(), fit, how, monitor).get(tuned); !s) return s;
    chosen = tuned.settings();
    if (options.honest) chosen_dims = tuned.dims;
    fit.settings = merged(fit.settings, chosen);
  }
  if (Status s = trial.run(*method, fit, monitor).get(score); !s) return s;
  SplitScore result = split_score(std::move(score), tested);
  result.chosen = std::move(chosen);
  result.chosen_dims = chosen_dims;
  return result;
}

/// What the splits of an evaluation share while they run, maybe in parallel.
template <class S>
struct Runner {
  const Registry& registry;
  const Dataset<S>& data;
  const EvaluateOptions& options;
  Evaluation& evaluation;      ///< each split writes only its own scores; failures are written under the lock
  std::atomic<Index> done{0};  ///< pairs of contestant and split
  Mutex failures{};

  double all() const { return double(options.splits) * double(options.contestants.size()); }
  double fraction_done() const { return double(done) / all(); }

  bool dropped_out(const Contest& contest, Index split) {
    const Guard lock(failures);
    return !contest.failure.empty() && contest.failed_split <= split;
  }
  /// Of several failures the one on the earliest split is kept, whichever came first.
  void drop_out(Contest& contest, Index split, const Status& status) {
    const Guard lock(failures);
    if (!contest.failure.empty() && contest.failed_split <= split) return;
    contest.failure = status.text();
    contest.failed_split = split;
  }

  /// Evaluates all contestants on one split. `ask(fraction)` gets the fraction of the current contestant that
  /// is done and says whether to go on.
  Status run_split(Index split, const std::function<bool(double)>& ask) {
    const std::uint64_t seed = derived_seed(options.seed, std::uint64_t(split));
    Split cut;
    if (Status s = split_of(data, options, Unlabelled::train, seed).get(cut); !s) return s;
    std::unique_ptr<Trial<S>> trial;
    for (std::size_t c = 0; c < options.contestants.size(); ++c) {
      Contest& contest = evaluation.contests[c];
      if (contest.splits[std::size_t(split)]) continue;  // from the report that is resumed; counted already
      if (dropped_out(contest, split)) {
        ++done;
        continue;
      }
      if (!ask(0)) return Status(Code::cancelled);
      if (!trial) trial = std::make_unique<Trial<S>>(data, cut, Sharing::no);
      Monitor inner([&](const char*, double fraction) { return ask(0.99 * std::min(1.0, fraction)); });
      SplitScore score;
      const Status status =
          run_contestant(registry, options.contestants[c], options, evaluation.tested, seed, *trial, inner)
              .get(score);
      if ((inner.cancelled() && inner.refused() == 0) || status.code() == Code::cancelled)
        return Status(Code::cancelled);
      if (status) {
        contest.splits[std::size_t(split)] = std::move(score);
      } else {
        drop_out(contest, split, status);
      }
      ++done;
    }
    return {};
  }
};

template <class S>
Status run_in_turn(Runner<S>& runner, const std::function<bool(double)>& ask) {
  for (Index split = 1; split < runner.options.splits; ++split) {
    if (Status s = runner.run_split(split, ask); !s) return s;
  }
  return {};
}

/// Each thread takes the next split. The caller's thread is one of them; it alone reports progress and asks
/// whether to stop.
template <class S>
Status run_side_by_side(Runner<S>& runner, const std::function<bool(double)>& ask) {
  ThreadPool pool(int(std::min<Index>(runner.options.threads, runner.options.splits - 1)));
  std::atomic<bool> stop{false};
  Mutex lock;
  Status failure;
  const auto work = [&](Index i, int worker) {
    const Status status =
        runner.run_split(i + 1, [&](double fraction) { return !stop && (worker > 0 || ask(fraction)); });
    if (status) return;
    const Guard guard(lock);
    if (failure) failure = status;
    stop = true;
  };
  const auto go_on = [&](double) {
    if (!ask(0)) stop = true;
    return !stop;
  };
  const bool all = pool.run(runner.options.splits - 1, work, go_on);
  return all || !failure ? failure : Status(Code::cancelled);
}

/// The first split runs alone, so that its times are those of its fits only.
template <class S>
Status run(Runner<S>& runner, Monitor& monitor) {
  const auto ask = [&](double fraction) {
    return monitor.advance(std::min(1.0, runner.fraction_done() + fraction / runner.all()));
  };
  if (Status status = runner.run_split(0, ask); !status || runner.options.splits <= 1) return status;
  return runner.options.threads > 1 ? run_side_by_side(runner, ask) : run_in_turn(runner, ask);
}

/// A remark that a reader of the contest's numbers needs, or "".
std::string note_of(const Registry& registry, const Contestant& contestant) {
  const Result<Method> method = registry.find(contestant.fit.method);
  if (contestant.baseline() || !method || method->info->nested) return "";
  return "fewer dimensions are the first of those of one fit, and not what a fit in fewer gives";
}

/// How many samples of each class every split trains on and tests; the same for all seeds.
template <class S>
Status count_samples(const Dataset<S>& data, const EvaluateOptions& options, Evaluation& evaluation) {
  Split split;
  if (Status s = split_of(data, options, Unlabelled::leave_out, 0).get(split); !s) return s;
  std::size_t classes = data.classes.size();
  for (Index i = 0; i < data.samples(); ++i) classes = std::max(classes, std::size_t(data.labels[i] + 1));
  evaluation.trained.assign(classes, 0);
  evaluation.tested.assign(classes, 0);
  for (const Index i : split.train) ++evaluation.trained[std::size_t(data.labels[i])];
  for (const Index i : split.test) ++evaluation.tested[std::size_t(data.labels[i])];
  evaluation.labelled = evaluation.trained;
  for (const Index i : split.hidden) --evaluation.labelled[std::size_t(data.labels[i])];
  evaluation.classes = data.classes;
  return {};
}

}  // namespace

std::vector<Contestant> baselines(PcaChoice pca) {
  std::vector<Contestant> result = {{baseline_name, {}, {}}};
  if (pca.wanted()) result.push_back({original_name, {}, {}});
  result.push_back({majority_name, {}, {}});
  return result;
}

void prepare_alike(std::vector<Contestant>& contestants, const FitOptions& common, Index neighbors) {
  for (Contestant& contestant : contestants) {
    contestant.fit.scale = common.scale;
    contestant.fit.pca = contestant.name == original_name ? PcaChoice{} : common.pca;
    contestant.fit.dims = common.dims;
    contestant.fit.memory_limit = common.memory_limit;
    contestant.fit.classify_by_neighbors(neighbors);
  }
}

namespace {

template <class S>
Status unguarded_evaluate(const Registry& registry, const Dataset<S>& data, const EvaluateOptions& options,
                          Evaluation& evaluation, Monitor& monitor) {
  if (!data.labels) return Status(Code::no_labels);
  if (options.honest && options.best_dims == BestDims::split)
    return Status(Code::bad_argument,
                  "honest evaluations choose dimensions without the test set, best-dims split by it",
                  "ask for one of the two");
  Experiment experiment = experiment_of(data, options);
  if (!evaluation.contests.empty())
    if (Status s = same_experiment(evaluation.experiment, experiment); !s) return s;
  if (Status s = count_samples(data, options, evaluation); !s) return s;
  if (evaluation.contests.empty()) {
    for (const Contestant& contestant : options.contestants)
      evaluation.contests.push_back({contestant.name, {}, "", 0, ""});
  }
  evaluation.experiment = std::move(experiment);
  evaluation.seed = options.seed;
  evaluation.honest = options.honest;
  evaluation.best_dims = options.best_dims;
  evaluation.dims = options.dims;
  if (Status s = check_scores(evaluation, options); !s) return s;
  for (std::size_t c = 0; c < evaluation.contests.size(); ++c) {
    Contest& contest = evaluation.contests[c];
    contest.splits.resize(std::size_t(options.splits));
    contest.note = note_of(registry, options.contestants[c]);
  }
  Runner<S> runner{registry, data, options, evaluation};
  for (const Contest& contest : evaluation.contests) {
    for (const auto& score : contest.splits) runner.done += score ? 1 : 0;
  }
  monitor.stage("evaluate");
  const Status status = run(runner, monitor);
  return monitor.cancelled() ? Status(Code::cancelled) : status;
}

}  // namespace

template <class S>
Status evaluate(const Registry& registry, const Dataset<S>& data, const EvaluateOptions& options,
                Evaluation& evaluation, Monitor& monitor) {
  return guarded([&] { return unguarded_evaluate(registry, data, options, evaluation, monitor); });
}

template Status evaluate(const Registry&, const Dataset<float>&, const EvaluateOptions&, Evaluation&,
                         Monitor&);
template Status evaluate(const Registry&, const Dataset<double>&, const EvaluateOptions&, Evaluation&,
                         Monitor&);

}  // namespace tanda::internal
