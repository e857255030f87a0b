#include "tanda/select/tune.hpp"

namespace tanda {
namespace {

/// The sums of the errors of one point, over folds and repeats.
struct Tally {
  std::vector<double> sums;
  int count = 0;
  std::string failure;

  void add(const TrialScore& score) {
    // A fold may give fewer dimensions than another: only those of all are compared.
    if (count == 0) sums = score.errors;
    sums.resize(std::min(sums.size(), score.errors.size()));
    if (count > 0) {
      for (std::size_t q = 0; q < sums.size(); ++q) sums[q] += score.errors[q];
    }
    ++count;
  }
};

void choose_best(TuneResult& result, const std::vector<Index>& listed) {
  bool found = false;
  for (std::size_t p = 0; p < result.errors.size(); ++p) {
    for (const Index dims : candidate_dims(listed, Index(result.errors[p].size()))) {
      const double error = result.errors[p][std::size_t(dims - 1)];
      const bool better =
          !found || error < result.error - 1e-12 || (error <= result.error + 1e-12 && dims < result.dims);
      if (!better) continue;
      found = true;
      result.best = p;
      result.dims = dims;
      result.error = error;
    }
  }
}

}  // namespace

Json tune_record(const TuneResult& tuned, const TuneOptions& how) {
  Json settings = Json::object();
  for (const auto& [name, value] : tuned.settings()) settings.set(name, value);
  return Json::object()
      .set("settings", std::move(settings))
      .set("dims", tuned.dims)
      .set("error", tuned.error)
      .set("candidates", tuned.points.size())
      .set("folds", how.folds)
      .set("repeats", how.repeats);
}

template <class S>
Result<TuneResult> tune(const Registry& registry, const Dataset<S>& data, const FitOptions& options,
                        const TuneOptions& how, Monitor& monitor) {
  const Result<Method> method = registry.find(options.method);
  if (!method) return method.status();
  if (!data.labels) return Status(Code::no_labels);
  TuneResult result;
  result.points = grid_points(how.grid);
  std::vector<Tally> tallies(result.points.size());
  Status failure;
  const double all = double(how.repeats) * how.folds * double(tallies.size());
  double done = 0;
  for (int repeat = 0; repeat < how.repeats; ++repeat) {
    Folds folds;
    const std::uint64_t seed = derived_seed(how.seed, std::uint64_t(repeat));
    if (Status s = stratified_folds(data.labels, data.samples(), how.folds, seed).get(folds); !s) return s;
    for (int fold = 0; fold < how.folds; ++fold) {
      Trial<S> trial(data, fold_split(folds, fold, Unlabelled::train), Sharing::yes);
      FitOptions fit = options;
      fit.need_classifier();
      for (const auto& point : result.points) {
        fit.settings = merged(options.settings, point);
        trial.expect(*method, fit);
      }
      for (std::size_t p = 0; p < result.points.size(); ++p) {
        monitor.stage("tune");
        if (!monitor.advance(done++ / all)) return Status(Code::cancelled);
        if (!tallies[p].failure.empty()) continue;
        fit.settings = merged(options.settings, result.points[p]);
        // Stages and notes of a fit among hundreds are nobody's business; its cancellation is.
        Monitor inner([&](const char*, double) { return monitor.advance(std::min(1.0, done / all)); });
        const Result<TrialScore> score = trial.run(*method, fit, inner);
        if (monitor.cancelled()) return Status(Code::cancelled);
        if (score) {
          tallies[p].add(*score);
        } else {
          tallies[p].failure = score.status().text();
          failure = score.status();
        }
      }
    }
  }
  bool any = false;
  for (Tally& tally : tallies) {
    if (!tally.failure.empty()) tally.sums.clear();
    for (double& sum : tally.sums) sum /= tally.count;
    any = any || !tally.sums.empty();
    result.errors.push_back(std::move(tally.sums));
    result.failures.push_back(std::move(tally.failure));
  }
  if (!any) return failure;
  choose_best(result, how.dims);
  return result;
}

template Result<TuneResult> tune(const Registry&, const Dataset<float>&, const FitOptions&,
                                 const TuneOptions&, Monitor&);
template Result<TuneResult> tune(const Registry&, const Dataset<double>&, const FitOptions&,
                                 const TuneOptions&, Monitor&);

}  // namespace tanda
