#include "select/tune.hpp"

#include "base/guarded.hpp"
#include "base/text.hpp"
#include "select/cross_validation.hpp"

namespace tanda::internal {
namespace {

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
  return Json::object()
      .set("settings", settings_json(tuned.settings()))
      .set("dims", tuned.dims)
      .set("error", tuned.error)
      .set("error_by", joined({how.folds, "-fold cross-validation"}))
      .set("candidates", tuned.points.size())
      .set("folds", how.folds)
      .set("repeats", how.repeats);
}

namespace {

template <class S>
Result<TuneResult> unguarded_tune(const Registry& registry, const Dataset<S>& data, const FitOptions& options,
                                  const TuneOptions& how, Monitor& monitor) {
  TuneResult result;
  result.points = grid_points(how.grid);
  std::vector<FitOptions> candidates(result.points.size(), options);
  for (std::size_t p = 0; p < candidates.size(); ++p)
    candidates[p].settings = merged(options.settings, result.points[p]);
  std::vector<FoldScores> scores;
  const CrossValidation folds{how.folds, how.repeats, how.seed, options.threads};
  if (Status s = cross_validate(registry, data, candidates, folds, monitor).get(scores); !s) return s;
  for (FoldScores& score : scores) {
    result.errors.push_back(score.means());
    result.failures.push_back(std::move(score.failure));
  }
  choose_best(result, how.dims);
  return result;
}

}  // namespace

Json tune_json(const TuneResult& tuned, const TuneOptions& how) {
  Json points = Json::array();
  for (std::size_t p = 0; p < tuned.points.size(); ++p) {
    Json point =
        Json::object().set("settings", settings_json(tuned.points[p])).set("errors", tuned.errors[p]);
    if (!tuned.failures[p].empty()) point.set("failure", tuned.failures[p]);
    points.push(std::move(point));
  }
  return Json::object().set("best", tune_record(tuned, how)).set("points", std::move(points));
}

template <class S>
Result<TuneResult> tune(const Registry& registry, const Dataset<S>& data, const FitOptions& options,
                        const TuneOptions& how, Monitor& monitor) {
  return guarded([&] { return unguarded_tune(registry, data, options, how, monitor); });
}

template Result<TuneResult> tune(const Registry&, const Dataset<float>&, const FitOptions&,
                                 const TuneOptions&, Monitor&);
template Result<TuneResult> tune(const Registry&, const Dataset<double>&, const FitOptions&,
                                 const TuneOptions&, Monitor&);

}  // namespace tanda::internal
