#include "tanda/select/evaluate.hpp"

#include <algorithm>
#include <atomic>

namespace tanda {
namespace {

FitOptions scored_options(const Contestant& contestant) {
  FitOptions fit = contestant.fit;
  if (fit.dims == 0) fit.dims = default_scored_dims;
  fit.need_classifier();
  return fit;
}

/// Chooses by cross-validation what is to be chosen, then fits and scores.
template <class S>
Result<SplitScore> run_contestant(const Registry& registry, const Contestant& contestant,
                                  const EvaluateOptions& options, std::uint64_t seed, Trial<S>& trial,
                                  Monitor& monitor, const EvaluateHooks& hooks) {
  SplitScore result;
  TrialScore score;
  if (contestant.baseline()) {
    if (Status s = trial.baseline(contestant.fit, monitor).get(score); !s) return s;
    result.errors = std::move(score.errors);
    return result;
  }
  const Result<Method> method = registry.find(contestant.fit.method);
  if (!method) return method.status();
  FitOptions fit = scored_options(contestant);
  fit.seed = seed;
  if (options.honest || !contestant.grid.empty()) {
    TuneResult tuned;
    const TuneOptions how{contestant.grid, options.dims, options.folds, 1, derived_seed(seed, 1)};
    if (Status s = tune(registry, trial.train(), fit, how, monitor).get(tuned); !s) return s;
    result.chosen = tuned.settings();
    if (options.honest) result.chosen_dims = tuned.dims;
    fit.settings = merged(fit.settings, tuned.settings());
  }
  const FitHooks around{hooks.before_fit, [&] {
                          if (hooks.peak) result.peak_bytes = hooks.peak();
                        }};
  if (Status s = trial.run(*method, fit, monitor, around).get(score); !s) return s;
  result.errors = std::move(score.errors);
  result.fit_seconds = score.fit_seconds;
  return result;
}

/// What the splits of an evaluation share while they run, maybe side by side.
template <class S>
struct Course {
  const Registry& registry;
  const Dataset<S>& data;
  const EvaluateOptions& options;
  Evaluation& evaluation;  ///< each split writes its own scores; failures are written under the lock
  const EvaluateHooks& hooks;
  std::atomic<Index> done{0};  ///< contestants on splits
  Mutex failures{};

  double all() const { return double(options.splits) * double(options.contestants.size()); }
  double part_done() const { return double(done) / all(); }

  bool dropped_out(const Contest& contest, Index split) {
    const Guard lock(failures);
    return !contest.failure.empty() && contest.failed_split <= split;
  }
  /// Of several failures the one on the first split counts, whichever came first.
  void drop_out(Contest& contest, Index split, const Status& status) {
    const Guard lock(failures);
    if (!contest.failure.empty() && contest.failed_split <= split) return;
    contest.failure = status.text();
    contest.failed_split = split;
  }

  /// All contestants on one split. `ask(part)` says whether to go on, `part` of the contestant being done.
  Status run_split(Index split, const std::function<bool(double)>& ask) {
    const std::uint64_t seed = derived_seed(options.seed, std::uint64_t(split));
    Split parts;
    const Status cut =
        stratified_split(data.labels, data.samples(), options.train, Unlabelled::train, seed).get(parts);
    if (!cut) return cut;
    std::unique_ptr<Trial<S>> trial;
    for (std::size_t c = 0; c < options.contestants.size(); ++c) {
      Contest& contest = evaluation.contests[c];
      if (contest.splits[std::size_t(split)] || dropped_out(contest, split)) continue;
      if (!ask(0)) return Status(Code::cancelled);
      if (!trial) trial = std::make_unique<Trial<S>>(data, parts, Sharing::no);
      Monitor inner([&](const char*, double part) { return ask(0.99 * std::min(1.0, part)); });
      SplitScore score;
      const Status status = run_contestant(registry, options.contestants[c], options, seed, *trial, inner,
                                           split == 0 ? hooks : EvaluateHooks{})
                                .get(score);
      if (inner.cancelled() || status.code() == Code::cancelled) return Status(Code::cancelled);
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
Status run_in_turn(Course<S>& course, const std::function<bool(double)>& ask) {
  for (Index split = 1; split < course.options.splits; ++split) {
    if (Status s = course.run_split(split, ask); !s) return s;
  }
  return {};
}

/// Threads take the next split each; this one, as one of them, tells how far they are and listens for the
/// end.
template <class S>
Status run_side_by_side(Course<S>& course, const std::function<bool(double)>& ask) {
  Team team(int(std::min<Index>(course.options.threads, course.options.splits - 1)));
  std::atomic<bool> stop{false};
  Mutex lock;
  Status failure;
  const auto work = [&](Index i, int who) {
    const Status status =
        course.run_split(i + 1, [&](double part) { return !stop && (who > 0 || ask(part)); });
    if (status) return;
    const Guard guard(lock);
    if (failure) failure = status;
    stop = true;
  };
  team.run(course.options.splits - 1, work, [&](double) { return !stop; });
  return failure;
}

/// The first split runs alone: its times and peaks are those of its fits and of nothing else.
template <class S>
Status run(Course<S>& course, Monitor& monitor) {
  const auto ask = [&](double part) {
    return monitor.advance(std::min(1.0, course.part_done() + part / course.all()));
  };
  if (Status status = course.run_split(0, ask); !status || course.options.splits <= 1) return status;
  return course.options.threads > 1 ? run_side_by_side(course, ask) : run_in_turn(course, ask);
}

/// The error that counts for a split.
double scored_error(const SplitScore& score, Index dims, bool honest) {
  const Index most = Index(score.errors.size());
  const Index wanted = honest && score.chosen_dims > 0 ? score.chosen_dims : dims;
  return score.errors[std::size_t(std::clamp<Index>(wanted, 1, most) - 1)];
}

std::vector<double> scored_errors(const Evaluation& evaluation, const Contest& contest, Index dims) {
  std::vector<double> errors;
  for (Index split = 0; split < evaluation.finished(); ++split) {
    const auto& score = contest.splits[std::size_t(split)];
    if (score) errors.push_back(scored_error(*score, dims, evaluation.honest));
  }
  return errors;
}

}  // namespace

Index Evaluation::finished() const {
  Index count = 0;
  bool first = true;
  for (const Contest& contest : contests) {
    if (!contest.failure.empty()) continue;
    Index done = 0;
    while (done < Index(contest.splits.size()) && contest.splits[std::size_t(done)]) ++done;
    count = first ? done : std::min(count, done);
    first = false;
  }
  return count;
}

bool Evaluation::complete() const {
  const auto whole = [&](const Contest& contest) {
    return !contest.failure.empty() || Index(contest.splits.size()) == finished();
  };
  return !contests.empty() && std::all_of(contests.begin(), contests.end(), whole);
}

template <class S>
Status evaluate(const Registry& registry, const Dataset<S>& data, const EvaluateOptions& options,
                Evaluation& evaluation, Monitor& monitor, const EvaluateHooks& hooks) {
  if (!data.labels) return Status(Code::no_labels);
  if (evaluation.contests.empty()) {
    evaluation.seed = options.seed;
    evaluation.honest = options.honest;
    evaluation.dims = options.dims;
    for (const Contestant& contestant : options.contestants)
      evaluation.contests.push_back({contestant.name, {}, "", 0});
  }
  if (evaluation.contests.size() != options.contestants.size() || evaluation.seed != options.seed ||
      evaluation.honest != options.honest || evaluation.dims != options.dims) {
    return Status(Code::bad_argument, "the evaluation to go on with is another one");
  }
  for (std::size_t c = 0; c < options.contestants.size(); ++c) {
    if (evaluation.contests[c].name != options.contestants[c].name) {
      return Status(Code::bad_argument, "the evaluation to go on with has other methods");
    }
    evaluation.contests[c].splits.resize(std::size_t(options.splits));
  }
  Course<S> course{registry, data, options, evaluation, hooks};
  for (const Contest& contest : evaluation.contests) {
    for (const auto& score : contest.splits) course.done += score || !contest.failure.empty() ? 1 : 0;
  }
  monitor.stage("evaluate");
  const Status status = run(course, monitor);
  return monitor.cancelled() ? Status(Code::cancelled) : status;
}

std::vector<Summary> curve(const Evaluation& evaluation, const Contest& contest) {
  std::size_t reach = 0;
  const Index splits = evaluation.finished();
  for (Index split = 0; split < splits; ++split) {
    const std::size_t here =
        contest.splits[std::size_t(split)] ? contest.splits[std::size_t(split)]->errors.size() : 0;
    reach = split == 0 ? here : std::min(reach, here);
  }
  std::vector<Summary> result;
  for (std::size_t q = 0; q < reach; ++q) {
    std::vector<double> errors;
    for (Index split = 0; split < splits; ++split)
      errors.push_back(contest.splits[std::size_t(split)]->errors[q]);
    result.push_back(summarize(errors));
  }
  return result;
}

std::vector<Standing> standings(const Evaluation& evaluation) {
  std::vector<Standing> result(evaluation.contests.size());
  std::vector<std::vector<double>> errors(result.size());
  std::size_t best = result.size();
  for (std::size_t c = 0; c < result.size(); ++c) {
    const Contest& contest = evaluation.contests[c];
    if (!contest.failure.empty()) continue;
    const std::vector<Summary> means = curve(evaluation, contest);
    Index dims = 0;
    for (const Index q : candidate_dims(evaluation.dims, Index(means.size()))) {
      if (dims == 0 || means[std::size_t(q - 1)].mean < means[std::size_t(dims - 1)].mean - 1e-12) dims = q;
    }
    if (dims == 0) continue;
    errors[c] = scored_errors(evaluation, contest, dims);
    Standing& standing = result[c];
    standing.dims = evaluation.honest && means.size() > 1 ? 0 : dims;
    standing.error = summarize(errors[c]);
    for (Index split = 0; split < evaluation.finished(); ++split) {
      const SplitScore& score = *contest.splits[std::size_t(split)];
      standing.fit_seconds += score.fit_seconds / double(evaluation.finished());
      standing.peak_bytes = std::max(standing.peak_bytes, score.peak_bytes);
    }
    if (best == result.size() || standing.error.mean < result[best].error.mean) best = c;
  }
  if (best == result.size()) return result;
  result[best].best = true;
  for (std::size_t c = 0; c < result.size(); ++c) {
    if (errors[c].empty()) continue;
    const Result<PairedTest> test = paired_t_test(errors[c], errors[best]);
    if (test) result[c].p = test->p;
    result[c].not_worse = c == best || result[c].p >= 0.05;
  }
  return result;
}

#define TANDA_INSTANTIATE(S)                                                                        \
  template Status evaluate(const Registry&, const Dataset<S>&, const EvaluateOptions&, Evaluation&, \
                           Monitor&, const EvaluateHooks&);
TANDA_INSTANTIATE(float)
TANDA_INSTANTIATE(double)
#undef TANDA_INSTANTIATE

}  // namespace tanda
