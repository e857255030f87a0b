// What the scores of an evaluation show: how far it is, which contest is best, and which differences may be
// chance.
#include <algorithm>

#include "select/evaluate.hpp"

namespace tanda::internal {
namespace {

const SplitScore& score_of(const Contest& contest, std::size_t split) {
  return *contest.splits[split];
}

/// The dimension with the smallest error among those to compare; of equal ones the lowest, 0 if there are
/// none.
Index best_of(const std::vector<double>& errors, const std::vector<Index>& listed) {
  Index best = 0;
  for (const Index q : candidate_dims(listed, Index(errors.size()))) {
    if (best == 0 || errors[std::size_t(q - 1)] < errors[std::size_t(best - 1)] - 1e-12) best = q;
  }
  return best;
}

/// For each split, the entry of its `values` (by dimension) that is scored.
std::vector<double> scored(const Contest& contest, const std::vector<Index>& dims,
                           std::vector<double> SplitScore::*values) {
  std::vector<double> result;
  for (std::size_t split = 0; split < dims.size(); ++split) {
    const std::vector<double>& of_split = score_of(contest, split).*values;
    if (!of_split.empty()) result.push_back(of_split[std::size_t(dims[split] - 1)]);
  }
  return result;
}

std::vector<double> recalls(const Evaluation& evaluation, const Contest& contest,
                            const std::vector<Index>& dims) {
  std::vector<double> right(evaluation.tested.size(), 0), recall;
  for (std::size_t split = 0; split < dims.size(); ++split) {
    const SplitScore& score = score_of(contest, split);
    if (score.class_errors.empty()) return {};
    const std::vector<Index>& wrong = score.class_errors[std::size_t(dims[split] - 1)];
    for (std::size_t c = 0; c < right.size(); ++c) right[c] += double(evaluation.tested[c] - wrong[c]);
  }
  for (std::size_t c = 0; c < right.size(); ++c) {
    const double all = double(evaluation.tested[c]) * double(dims.size());
    recall.push_back(all > 0 ? right[c] / all : -1);
  }
  return recall;
}

/// Sets what a standing says of dimensions; for a baseline those of its space. Dimensions that were chosen
/// without the test set differ between splits, and are one number only by chance.
void state_dims(const Contest& contest, const std::vector<Index>& dims, bool honest, Standing& standing) {
  if (contest.name == majority_name) return;
  std::vector<double> stated;
  for (std::size_t split = 0; split < dims.size(); ++split) {
    const Index space = score_of(contest, split).space_dims;
    stated.push_back(double(space > 0 ? space : dims[split]));
  }
  standing.mean_dims = summarize(stated).mean;
  const auto [low, high] = std::minmax_element(stated.begin(), stated.end());
  const bool chosen = honest && score_of(contest, 0).errors.size() > 1;
  standing.dims = *low == *high && !chosen ? Index(*low) : 0;
}

/// Sets seconds and bytes; a resumed report may lack them for some splits.
void state_costs(const Contest& contest, std::size_t splits, Standing& standing) {
  std::vector<double> seconds;
  for (std::size_t split = 0; split < splits; ++split) {
    const SplitScore& score = score_of(contest, split);
    if (score.fit_seconds > 0) seconds.push_back(score.fit_seconds);
    standing.peak_bytes = std::max(standing.peak_bytes, score.peak_bytes);
  }
  standing.fit_seconds = summarize(seconds);
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

bool Evaluation::uneven() const {
  std::vector<Index> sizes = trained;
  for (std::size_t c = 0; c < sizes.size() && c < tested.size(); ++c) sizes[c] += tested[c];
  return uneven_classes(sizes);
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

std::vector<Index> counting_dims(const Evaluation& evaluation, const Contest& contest) {
  std::vector<double> means;
  for (const Summary& summary : curve(evaluation, contest)) means.push_back(summary.mean);
  const Index of_mean = best_of(means, evaluation.dims);
  std::vector<Index> result;
  if (of_mean == 0) return result;
  for (Index split = 0; split < evaluation.finished(); ++split) {
    const SplitScore& score = score_of(contest, std::size_t(split));
    const Index wanted = evaluation.honest && score.chosen_dims > 0 ? score.chosen_dims
                         : evaluation.best_dims == BestDims::split  ? best_of(score.errors, evaluation.dims)
                                                                    : of_mean;
    result.push_back(std::clamp<Index>(wanted, 1, Index(score.errors.size())));
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
    const std::vector<Index> dims = counting_dims(evaluation, contest);
    if (dims.empty()) continue;
    errors[c] = scored(contest, dims, &SplitScore::errors);
    Standing& standing = result[c];
    state_dims(contest, dims, evaluation.honest, standing);
    standing.error = summarize(errors[c]);
    standing.balanced = summarize(scored(contest, dims, &SplitScore::balanced));
    standing.recall = recalls(evaluation, contest, dims);
    state_costs(contest, dims.size(), standing);
    if (best == result.size() || standing.error.mean < result[best].error.mean) best = c;
  }
  if (best == result.size()) return result;
  result[best].best = true;
  constexpr std::size_t fewest_splits = 3;  // a test of fewer says nothing
  for (std::size_t c = 0; c < result.size(); ++c) {
    if (errors[c].size() < fewest_splits) continue;
    const Result<PairedTest> test = paired_t_test(errors[c], errors[best]);
    if (test) result[c].p = test->p;
    result[c].not_worse = c == best || result[c].p >= 0.05;
  }
  return result;
}

}  // namespace tanda::internal
