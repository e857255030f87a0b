#include <algorithm>
#include <cmath>

#include "select/evaluate.hpp"

namespace tanda::internal {
namespace {

/// Rounded to microseconds: no clock is more precise, and further digits are noise.
double microseconds(double seconds) {
  return std::round(1e6 * seconds) / 1e6;
}

/// The dimensions that were compared: those listed, or up to the most that a method reached.
Json compared_dims(const Evaluation& evaluation) {
  if (!evaluation.dims.empty()) return Json::array(evaluation.dims);
  std::size_t reach = 1;
  for (const Contest& contest : evaluation.contests) {
    for (const auto& score : contest.splits) reach = std::max(reach, score ? score->errors.size() : 0);
  }
  return dims_text({}, Index(reach));
}

/// null for classes that are never tested.
Json recall_json(const std::vector<double>& recall) {
  Json json = Json::array();
  for (const double share : recall) json.push(share < 0 ? Json() : Json(share));
  return json;
}

Json score_json(const SplitScore& score, bool times) {
  Json json = Json::object().set("errors", Json::array(score.errors));
  json.set("balanced_errors", Json::array(score.balanced));
  if (!score.class_errors.empty()) json.set("class_errors", Json::array(score.class_errors));
  if (score.space_dims > 0) json.set("space_dims", score.space_dims);
  if (times) json.set("fit_seconds", microseconds(score.fit_seconds)).set("peak_bytes", score.peak_bytes);
  if (!score.chosen.empty()) json.set("chosen", settings_json(score.chosen));
  if (score.chosen_dims > 0) json.set("chosen_dims", score.chosen_dims);
  return json;
}

Result<std::vector<double>> parts_from_json(const std::vector<Json>& items) {
  std::vector<double> parts;
  for (const Json& item : items) {
    const double value = item.number_or(-1);
    if (!(value >= 0 && value <= 1)) return Status(Code::bad_argument, "an error is not between 0 and 1");
    parts.push_back(value);
  }
  return parts;
}

Result<std::vector<Index>> counts_from_json(const std::vector<Json>& items) {
  std::vector<Index> counts;
  for (const Json& item : items) {
    const double value = item.number_or(-1);
    if (!(value >= 0 && value <= 1e9)) return Status(Code::bad_argument, "a count is not between 0 and 1e9");
    counts.push_back(Index(value));
  }
  return counts;
}

Result<SplitScore> score_from_json(const Json& json) {
  SplitScore score;
  const Json* errors = json.find("errors");
  if (!errors || errors->items().empty()) return Status(Code::bad_argument, "a split has no errors");
  if (Status s = parts_from_json(errors->items()).get(score.errors); !s) return s;
  if (const Json* balanced = json.find("balanced_errors"))
    if (Status s = parts_from_json(balanced->items()).get(score.balanced); !s) return s;
  if (const Json* by_class = json.find("class_errors")) {
    for (const Json& of_dim : by_class->items()) {
      score.class_errors.emplace_back();
      if (Status s = counts_from_json(of_dim.items()).get(score.class_errors.back()); !s) return s;
    }
  }
  const std::size_t dims = score.errors.size();
  if ((!score.balanced.empty() && score.balanced.size() != dims) ||
      (!score.class_errors.empty() && score.class_errors.size() != dims))
    return Status(Code::bad_argument, "the lists of a split are of different lengths");
  score.fit_seconds = json.number_or("fit_seconds", 0);
  score.peak_bytes = json.number_or("peak_bytes", 0);
  for (const auto& [name, value] : {std::pair<const char*, Index*>{"chosen_dims", &score.chosen_dims},
                                    {"space_dims", &score.space_dims}}) {
    std::vector<Index> count;
    if (Status s = counts_from_json({json.number_or(name, 0)}).get(count); !s) return s;
    *value = count[0];
  }
  if (const Json* chosen = json.find("chosen")) {
    for (const Json::Member& member : chosen->members()) {
      score.chosen.emplace_back(member.key, member.value.text_or(""));
    }
  }
  return score;
}

}  // namespace

Json evaluation_json(const Evaluation& evaluation, bool times,
                     const std::map<std::size_t, Confusion>& confusions) {
  const std::vector<Standing> all = standings(evaluation);
  Json contests = Json::array();
  for (std::size_t c = 0; c < all.size(); ++c) {
    const Contest& contest = evaluation.contests[c];
    Json splits = Json::array();
    // Which splits a contest finished before it failed on another one depends on the threads: leave them out.
    const bool whole = contest.failure.empty();
    for (const auto& score : contest.splits) splits.push(whole && score ? score_json(*score, times) : Json());
    Json entry = Json::object().set("name", contest.name);
    if (!contest.failure.empty()) {
      entry.set("failure", contest.failure);
    } else if (all[c].error.n > 0) {
      entry.set("error", all[c].error.mean)
          .set("sd", all[c].error.sd)
          .set("balanced_error", all[c].balanced.mean)
          .set("balanced_sd", all[c].balanced.sd)
          .set("dims", all[c].dims > 0 || contest.name == majority_name ? Json(all[c].dims) : Json())
          .set("mean_dims", all[c].mean_dims)
          .set("best", all[c].best)
          .set("not_worse", all[c].not_worse)
          .set("p", all[c].p);
      if (!all[c].recall.empty()) entry.set("recall", recall_json(all[c].recall));
      if (times)
        entry.set("fit_seconds", microseconds(all[c].fit_seconds.mean))
            .set("fit_seconds_sd", microseconds(all[c].fit_seconds.sd))
            .set("peak_bytes", all[c].peak_bytes);
    }
    if (!contest.note.empty()) entry.set("note", contest.note);
    if (const auto found = confusions.find(c);
        found != confusions.end() && evaluation.tested.size() <= most_recall_classes)
      entry.set("confusion", found->second.json(evaluation.classes.size()));
    contests.push(std::move(entry).set("splits", std::move(splits)));
  }
  Json experiment = Json::object();
  for (const auto& [name, text] : evaluation.experiment) experiment.set(name, text);
  Json json = Json::object()
                  .set("seed", whole_json(evaluation.seed))
                  .set("honest", evaluation.honest)
                  .set("best_dims", evaluation.best_dims == BestDims::split ? "split" : "mean")
                  .set("dims", compared_dims(evaluation))
                  .set("complete", evaluation.complete())
                  .set("finished_splits", evaluation.finished())
                  .set("experiment", std::move(experiment))
                  .set("classes", Json::array(evaluation.classes))
                  .set("train_per_class", Json::array(evaluation.trained))
                  .set("test_per_class", Json::array(evaluation.tested));
  if (evaluation.labelled != evaluation.trained)
    json.set("labelled_per_class", Json::array(evaluation.labelled));
  return std::move(json).set("uneven", evaluation.uneven()).set("contests", std::move(contests));
}

Result<Evaluation> evaluation_from_json(const Json& json) {
  const Json* contests = json.find("contests");
  if (!contests || !contests->is_array())
    return Status(Code::bad_argument, "this is not a report of an evaluation");
  Evaluation evaluation;
  evaluation.seed = whole_or(json.find("seed"), 0);
  evaluation.honest = json.bool_or("honest", false);
  if (json.text_or("best_dims", "mean") == "split") evaluation.best_dims = BestDims::split;
  const Json* dims = json.find("dims");
  for (const Json& entry : dims ? dims->items() : std::vector<Json>()) {
    const double q = entry.number_or(0);
    if (!(q >= 1 && q <= 1e9)) return Status(Code::bad_argument, "dims are not whole numbers from 1");
    evaluation.dims.push_back(Index(q));
  }
  if (const Json* experiment = json.find("experiment")) {
    for (const Json::Member& member : experiment->members())
      evaluation.experiment.emplace_back(member.key, member.value.text_or(""));
  }
  for (const Json& entry : contests->items()) {
    Contest contest{entry.text_or("name", ""), {}, entry.text_or("failure", ""), 0, ""};
    const Json* splits = entry.find("splits");
    for (const Json& split : splits ? splits->items() : std::vector<Json>()) {
      contest.splits.emplace_back();
      if (split.is_null()) continue;
      SplitScore score;
      if (Status s = score_from_json(split).get(score); !s) return s;
      contest.splits.back() = std::move(score);
    }
    evaluation.contests.push_back(std::move(contest));
  }
  return evaluation;
}

}  // namespace tanda::internal
