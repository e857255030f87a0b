#include "tanda/select/evaluate.hpp"

#include <algorithm>

namespace tanda {
namespace {

constexpr Index default_dims = 30;

FitOptions scored_options(const Contestant& contestant) {
  FitOptions fit = contestant.fit;
  if (fit.dims == 0) fit.dims = default_dims;
  fit.neighbors = std::max<Index>(1, fit.neighbors);
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
    const TuneOptions how{contestant.grid, options.folds, 1, derived_seed(seed, 1)};
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
    for (const Contestant& contestant : options.contestants)
      evaluation.contests.push_back({contestant.name, {}, ""});
  }
  if (evaluation.contests.size() != options.contestants.size() || evaluation.seed != options.seed ||
      evaluation.honest != options.honest) {
    return Status(Code::bad_argument, "the evaluation to go on with is another one");
  }
  for (std::size_t c = 0; c < options.contestants.size(); ++c) {
    if (evaluation.contests[c].name != options.contestants[c].name) {
      return Status(Code::bad_argument, "the evaluation to go on with has other methods");
    }
    evaluation.contests[c].splits.resize(std::size_t(options.splits));
  }
  const double all = double(options.splits) * double(options.contestants.size());
  double done = 0;
  for (int split = 0; split < options.splits; ++split) {
    const std::uint64_t seed = derived_seed(options.seed, std::uint64_t(split));
    Split parts;
    const Status cut =
        stratified_split(data.labels, data.samples(), options.train, Unlabelled::train, seed).get(parts);
    if (!cut) return cut;
    std::unique_ptr<Trial<S>> trial;
    for (std::size_t c = 0; c < options.contestants.size(); ++c, ++done) {
      Contest& contest = evaluation.contests[c];
      if (contest.splits[std::size_t(split)] || !contest.failure.empty()) continue;
      monitor.stage("evaluate");
      if (!monitor.advance(done / all)) return Status(Code::cancelled);
      if (!trial) trial = std::make_unique<Trial<S>>(data, parts, Sharing::no);
      Monitor inner([&](const char*, double part) {
        return monitor.advance(std::min(1.0, (done + 0.99 * part) / all));
      });
      SplitScore score;
      const Status status =
          run_contestant(registry, options.contestants[c], options, seed, *trial, inner, hooks).get(score);
      if (monitor.cancelled()) return Status(Code::cancelled);
      if (status) {
        contest.splits[std::size_t(split)] = std::move(score);
      } else {
        contest.failure = status.text();
      }
    }
  }
  return {};
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
    for (std::size_t q = 0; q < means.size(); ++q) {
      if (dims == 0 || means[q].mean < means[std::size_t(dims - 1)].mean - 1e-12) dims = Index(q) + 1;
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
