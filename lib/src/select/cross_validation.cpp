#include "select/cross_validation.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "base/text.hpp"

namespace tanda::internal {
namespace {

/// The fold of each sample, for every repeat. The subsets themselves are made when they are needed.
Result<std::vector<Folds>> all_folds(const int* labels, Index samples, const CrossValidation& how) {
  std::vector<Folds> repeats(std::size_t(std::max(0, how.repeats)));
  for (std::size_t repeat = 0; repeat < repeats.size(); ++repeat) {
    const std::uint64_t seed = derived_seed(how.seed, std::uint64_t(repeat));
    if (Status s = stratified_folds(labels, samples, how.folds, seed).get(repeats[repeat]); !s) return s;
  }
  return repeats;
}

/// How candidates keep to a memory limit: each fit gets what the folds and scores leave of it, and fits share
/// what they prepare only where that certainly fits, too.
struct Room {
  Sharing sharing = Sharing::yes;
  std::uint64_t fit_limit = 0;  ///< 0 = none
  int threads = 1;
};

template <class S>
Result<Room> room_for(const Registry& registry, const Dataset<S>& data,
                      const std::vector<FitOptions>& candidates, const CrossValidation& how) {
  std::uint64_t limit = 0, largest = 0;
  double overhead_bytes = 0;
  for (const FitOptions& candidate : candidates) {
    limit = candidate.memory_limit;
    if (limit == 0) return Room{Sharing::yes, 0, how.threads};
    const MethodInfo& info = *registry.find(candidate.method)->info;
    overhead_bytes =
        std::max(overhead_bytes,
                 bytes_besides_fits(info, candidate.dims, Index(candidates.size()), how, data.samples(),
                                    data.dims(), Index(data.classes.size()), sizeof(S)));
    const Result<Plan> planned = plan(registry, data, candidate);
    // A candidate whose plan fails here gives its reason when it is fitted.
    largest = std::max(largest, planned ? planned->bytes : limit);
  }
  if (overhead_bytes >= double(limit))
    return Status(Code::memory_limit, joined({"cross-validation copies the samples, which takes ",
                                              std::uint64_t(std::min(overhead_bytes, 1.8e19)),
                                              " bytes with their scores, the limit is ", limit}));
  const std::uint64_t copy = std::uint64_t(overhead_bytes);
  // Fits that share keep the prepared samples, the neighbour lists and a pencil, besides the fit in progress.
  const bool roomy = largest < (limit - copy) / 3;
  return Room{roomy ? Sharing::yes : Sharing::no, limit - copy, 1};
}

/// What the folds share while they run, maybe in parallel. Each fold writes only its own scores.
template <class S>
struct Rounds {
  const Registry& registry;
  const Dataset<S>& data;
  const std::vector<FitOptions>& candidates;
  const std::vector<Folds>& repeats;
  Room room;
  std::vector<std::vector<Result<TrialScore>>> scores;  ///< for each fold, for each candidate
  std::vector<std::atomic<Index>> failed;  ///< for each candidate: the first fold it is known to fail on
  std::atomic<Index> done{0};

  Rounds(const Registry& r, const Dataset<S>& d, const std::vector<FitOptions>& options,
         const std::vector<Folds>& folds, Room with)
      : registry(r), data(d), candidates(options), repeats(folds), room(with), failed(options.size()) {
    scores.assign(std::size_t(cuts()), {candidates.size(), Result<TrialScore>(Status(Code::cancelled))});
    for (auto& first : failed) first = cuts();
  }

  Index cuts() const { return Index(repeats.size()) * (repeats.empty() ? 0 : repeats[0].count); }
  double all() const { return double(cuts()) * double(candidates.size()); }

  /// Scores all candidates on one fold. `ask(fraction)` gets the fraction of all that is done and says
  /// whether to go on.
  void run(Index number, const std::function<bool(double)>& ask) {
    const Folds& folds = repeats[std::size_t(number / repeats[0].count)];
    Trial<S> trial(data, fold_split(folds, int(number % folds.count), Unlabelled::train), room.sharing);
    std::vector<Method> methods;
    std::vector<FitOptions> fits = candidates;
    for (FitOptions& fit : fits) {
      methods.push_back(*registry.find(fit.method));
      fit.need_classifier();
      fit.threads = 1;
      fit.memory_limit = room.fit_limit;
      trial.expect(methods.back(), fit);
    }
    for (std::size_t c = 0; c < fits.size(); ++c) {
      // The stages and notes of one fit among hundreds are not reported. Its cancellation is, unless its
      // reason was a factor too large for the memory limit.
      Monitor inner([&](const char*, double) { return ask(double(done) / all()); });
      if (!ask(double(done) / all())) return;
      // The candidate has failed. It is still tried on folds before the one it failed on, so that the reason
      // given is always that of the first such fold, whatever the order in which threads run them.
      if (number > failed[c]) {
        ++done;
        continue;
      }
      Result<TrialScore>& score = scores[std::size_t(number)][c] = trial.run(methods[c], fits[c], inner);
      if (inner.cancelled() && inner.refused() == 0) return;
      if (score) {
        score->class_errors.clear();
      } else {
        for (Index first = failed[c]; number < first && !failed[c].compare_exchange_weak(first, number);) {
        }
      }
      ++done;
    }
  }
};

template <class S>
bool run_all(Rounds<S>& rounds, int threads, Monitor& monitor) {
  const Index count = rounds.cuts();
  monitor.stage("cross-validate");
  if (threads <= 1 || count <= 1) {
    for (Index i = 0; i < count && !monitor.cancelled(); ++i)
      rounds.run(i, [&](double fraction) { return monitor.advance(fraction); });
    return !monitor.cancelled();
  }
  ThreadPool pool(int(std::min<Index>(threads, count)));
  std::atomic<bool> stop{false};
  const auto ask = [&](double fraction) {  // called on this thread only, because a monitor is not thread-safe
    if (!monitor.advance(fraction)) stop = true;
    return !stop;
  };
  pool.run(
      count,
      [&](Index i, int lane) {
        rounds.run(i, [&](double fraction) { return lane == 0 ? ask(fraction) : !stop.load(); });
      },
      [&](double) { return ask(double(rounds.done) / rounds.all()); });
  return !monitor.cancelled();
}

}  // namespace

double bytes_besides_fits(const MethodInfo& info, Index most_dims, Index candidates,
                          const CrossValidation& how, Index samples, Index features, Index classes,
                          std::size_t scalar_bytes) {
  const double n = double(samples), d = double(features), scalar = double(scalar_bytes), c = double(classes);
  const double reach = double(std::min(most_dims, info.output == Output::kernel ? samples : features));
  const double dims = reach * (info.limit == Limit::per_class && classes > 2 ? c : 1);
  const double cuts = double(how.folds) * double(how.repeats);
  // The folds; samples, labels and indices of one cut; what scoring takes for training and test samples; the
  // scores kept.
  return 4 * n * double(how.repeats) + (scalar * d + 4 + 8) * n + scalar * (dims + 4) * 1.25 * n +
         8 * dims * (c + 2) + double(candidates) * (1024 + cuts * (8 * dims + 128)) + 4096;
}

Index FoldScores::reach() const {
  if (!failure.empty() || errors.empty()) return 0;
  std::size_t least = errors[0].size();
  for (const auto& fold : errors) least = std::min(least, fold.size());
  return Index(least);
}

std::vector<double> FoldScores::at(Index dims) const {
  std::vector<double> result;
  for (const auto& fold : errors) result.push_back(fold[std::size_t(dims - 1)]);
  return result;
}

std::vector<double> FoldScores::means() const {
  std::vector<double> result;
  for (Index dims = 1; dims <= reach(); ++dims) {
    double sum = 0;
    for (const auto& fold : errors) sum += fold[std::size_t(dims - 1)];
    result.push_back(sum / double(errors.size()));
  }
  return result;
}

bool within_one_standard_error(const std::vector<double>& errors, const std::vector<double>& best) {
  std::vector<double> differences(errors.size());
  for (std::size_t i = 0; i < errors.size(); ++i) differences[i] = errors[i] - best[i];
  const Summary summary = summarize(differences);
  return summary.mean <= summary.sd / std::sqrt(double(std::max<Index>(1, summary.n))) + 1e-12;
}

template <class S>
Result<std::vector<FoldScores>> cross_validate(const Registry& registry, const Dataset<S>& data,
                                               const std::vector<FitOptions>& candidates,
                                               const CrossValidation& how, Monitor& monitor) {
  for (const FitOptions& candidate : candidates)
    if (const Result<Method> method = registry.find(candidate.method); !method) return method.status();
  if (!data.labels) return Status(Code::no_labels);
  // Check before rows are divided into folds, where they have other numbers.
  if (Status s = check_values(data); !s) return s;
  std::vector<Folds> repeats;
  if (Status s = all_folds(data.labels, data.samples(), how).get(repeats); !s) return s;
  Room room;
  if (Status s = room_for(registry, data, candidates, how).get(room); !s) return s;
  Rounds<S> rounds(registry, data, candidates, repeats, room);
  if (!run_all(rounds, room.threads, monitor)) return Status(Code::cancelled);

  std::vector<FoldScores> result(candidates.size());
  Status failure;
  bool any = false;
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    for (const auto& fold : rounds.scores) {
      if (!fold[c] && result[c].failure.empty()) {
        failure = fold[c].status();
        result[c].failure = failure.text();
      }
    }
    if (!result[c].failure.empty()) continue;
    for (auto& fold : rounds.scores) result[c].errors.push_back(std::move(fold[c]->errors));
    any = true;
  }
  if (!any) return failure;
  return result;
}

#define TANDA_INSTANTIATE(S)                               \
  template Result<std::vector<FoldScores>> cross_validate( \
      const Registry&, const Dataset<S>&, const std::vector<FitOptions>&, const CrossValidation&, Monitor&);
TANDA_INSTANTIATE(float)
TANDA_INSTANTIATE(double)
#undef TANDA_INSTANTIATE

}  // namespace tanda::internal
