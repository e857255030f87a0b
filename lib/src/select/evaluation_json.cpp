#include <cmath>
#include <cstdlib>

#include "tanda/select/evaluate.hpp"

namespace tanda {
namespace {

Json score_json(const SplitScore& score, bool times) {
  Json json = Json::object().set("errors", Json::array(score.errors));
  if (times) json.set("fit_seconds", score.fit_seconds).set("peak_bytes", score.peak_bytes);
  if (!score.chosen.empty()) {
    Json chosen = Json::object();
    for (const auto& [name, value] : score.chosen) chosen.set(name, value);
    json.set("chosen", std::move(chosen));
  }
  if (score.chosen_dims > 0) json.set("chosen_dims", score.chosen_dims);
  return json;
}

Result<SplitScore> score_from_json(const Json& json) {
  SplitScore score;
  const Json* errors = json.find("errors");
  if (!errors || errors->items().empty()) return Status(Code::bad_argument, "a split has no errors");
  for (const Json& error : errors->items()) {
    const double value = error.number_or(-1);
    if (!(value >= 0 && value <= 1)) return Status(Code::bad_argument, "an error is not between 0 and 1");
    score.errors.push_back(value);
  }
  score.fit_seconds = json.number_or("fit_seconds", 0);
  score.peak_bytes = json.number_or("peak_bytes", 0);
  const double dims = json.number_or("chosen_dims", 0);
  if (!(dims >= 0 && dims <= 1e9)) return Status(Code::bad_argument, "chosen_dims makes no sense");
  score.chosen_dims = Index(dims);
  if (const Json* chosen = json.find("chosen")) {
    for (const Json::Member& member : chosen->members()) {
      score.chosen.emplace_back(member.key, member.value.text_or(""));
    }
  }
  return score;
}

}  // namespace

Json evaluation_json(const Evaluation& evaluation, bool times) {
  const std::vector<Standing> all = standings(evaluation);
  Json contests = Json::array();
  for (std::size_t c = 0; c < all.size(); ++c) {
    const Contest& contest = evaluation.contests[c];
    Json splits = Json::array();
    // Which splits a contest went through before it failed on another depends on the threads: leave them out.
    const bool whole = contest.failure.empty();
    for (const auto& score : contest.splits) splits.push(whole && score ? score_json(*score, times) : Json());
    Json entry = Json::object().set("name", contest.name);
    if (!contest.failure.empty()) {
      entry.set("failure", contest.failure);
    } else if (all[c].error.n > 0) {
      entry.set("error", all[c].error.mean)
          .set("sd", all[c].error.sd)
          .set("dims", all[c].dims > 0 ? Json(all[c].dims) : Json())
          .set("best", all[c].best)
          .set("not_worse", all[c].not_worse)
          .set("p", all[c].p);
      if (times) entry.set("fit_seconds", all[c].fit_seconds).set("peak_bytes", all[c].peak_bytes);
    }
    contests.push(std::move(entry).set("splits", std::move(splits)));
  }
  Json dims = Json::array();
  for (const Index q : evaluation.dims) dims.push(q);
  return Json::object()
      .set("seed", double(evaluation.seed))
      .set("honest", evaluation.honest)
      .set("dims", evaluation.dims.empty() ? Json("all") : std::move(dims))
      .set("complete", evaluation.complete())
      .set("finished_splits", evaluation.finished())
      .set("contests", std::move(contests));
}

Result<Evaluation> evaluation_from_json(const Json& json) {
  const Json* contests = json.find("contests");
  if (!contests || !contests->is_array()) return Status(Code::bad_argument, "this is no evaluation");
  Evaluation evaluation;
  evaluation.seed = static_cast<std::uint64_t>(std::max(0.0, json.number_or("seed", 0)));
  evaluation.honest = json.bool_or("honest", false);
  const Json* dims = json.find("dims");
  for (const Json& entry : dims ? dims->items() : std::vector<Json>()) {
    const double q = entry.number_or(0);
    if (!(q >= 1 && q <= 1e9)) return Status(Code::bad_argument, "dims are not whole numbers from 1");
    evaluation.dims.push_back(Index(q));
  }
  for (const Json& entry : contests->items()) {
    Contest contest{entry.text_or("name", ""), {}, entry.text_or("failure", ""), 0};
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

}  // namespace tanda
