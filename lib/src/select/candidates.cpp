#include "candidates.hpp"

#include <algorithm>

#include "base/order.hpp"
#include "base/text.hpp"

namespace tanda::internal {
namespace {

Index lowest(const std::vector<double>& errors) {
  return Index(std::min_element(errors.begin(), errors.end()) - errors.begin()) + 1;
}

/// Settings with each value that a method proposes for its parameters, one parameter at a time, added to
/// `settings`; without values that are set already or are the default.
template <class Wanted>
std::vector<std::vector<Setting>> variants(const MethodInfo& info, const std::vector<Setting>& settings,
                                           Wanted wanted) {
  std::vector<std::vector<Setting>> result;
  for (const Parameter& parameter : info.parameters) {
    const bool set = std::any_of(settings.begin(), settings.end(),
                                 [&](const Setting& s) { return s.first == parameter.name; });
    if (set || parameter.tune[0] == '\0' || !wanted(parameter)) continue;
    for (const std::string& value : split_at(parameter.tune, ',')) {
      if (value != parameter_text(parameter, parameter.fallback))
        result.push_back(merged(settings, {{parameter.name, value}}));
    }
  }
  return result;
}

/// Whether fits that differ in this parameter share the pencil.
bool is_cheap(const Parameter& parameter) {
  return parameter.stage >= Stage::solve;
}

/// The candidate with the smallest error; of equal ones the first.
const Candidate& best_of(const std::vector<Candidate>& candidates) {
  const Candidate* best = &candidates[0];
  for (const Candidate& candidate : candidates) {
    if (candidate.error() < best->error() - 1e-12) best = &candidate;
  }
  return *best;
}

}  // namespace

int repeats_to_choose(Index samples, Index dims) {
  return samples * dims <= 200000 ? 3 : 1;
}

Index fewest_dims(const FoldScores& scores) {
  const std::vector<double> best = scores.at(lowest(scores.means()));
  Index dims = 1;
  while (!within_one_standard_error(scores.at(dims), best)) ++dims;
  return dims;
}

Index scored_dims(const MethodInfo& info, Index asked, std::size_t classes) {
  if (asked > 0) return asked;
  if (info.limit != Limit::per_class || classes <= 2) return most_chosen_dims;
  return std::max<Index>(1, most_chosen_dims / Index(classes));
}

Index Candidate::dims() const {
  return open_dims ? lowest(scores.means()) : std::min(fit.dims, scores.reach());
}

double Candidate::error() const {
  return failed() ? 2 : summarize(errors()).mean;
}

std::vector<std::vector<Setting>> with_other_ridges(const MethodInfo& info,
                                                    const std::vector<Setting>& settings) {
  return variants(info, settings, is_cheap);
}

template <class S>
Candidate Scorer<S>::candidate(const MethodInfo& info, std::vector<Setting> settings) const {
  FitOptions fit = options_;
  fit.method = info.id;
  fit.settings = std::move(settings);
  fit.dims = scored_dims(info, options_.dims, data_.classes.size());
  return {&info, std::move(fit), options_.dims == 0};
}

template <class S>
void Scorer<S>::add_with_ridges(const Candidate& plain, std::vector<Candidate>& candidates) const {
  candidates.push_back(plain);
  for (auto& settings : with_other_ridges(*plain.info, plain.fit.settings))
    candidates.push_back(candidate(*plain.info, std::move(settings)));
}

template <class S>
Status Scorer<S>::score(std::vector<Candidate>& candidates) const {
  std::vector<FitOptions> fits;
  for (const Candidate& candidate : candidates) fits.push_back(candidate.fit);
  std::vector<FoldScores> scores;
  const CrossValidation how{folds_to_choose, repeats_to_choose(data_.samples(), data_.dims()), options_.seed,
                            options_.threads};
  if (Status s = cross_validate(registry_, data_, fits, how, monitor_).get(scores); !s) return s;
  for (std::size_t c = 0; c < candidates.size(); ++c) candidates[c].scores = std::move(scores[c]);
  return {};
}

template <class S>
Result<Candidate> with_best_ridge(const Registry& registry, const Dataset<S>& few, const Dataset<S>& many,
                                  const MethodInfo& info, const FitOptions& options, Monitor& monitor) {
  const Scorer<S> quick(registry, few, options, monitor), thorough(registry, many, options, monitor);
  std::vector<Candidate> candidates;
  quick.add_with_ridges(quick.candidate(info, options.settings), candidates);
  const bool same = few.samples() == many.samples();
  if (candidates.size() > 1 || same) {
    if (Status s = quick.score(candidates); !s) return s;
    candidates = {best_of(candidates)};
  }
  if (!same) {
    if (Status s = thorough.score(candidates); !s) return s;
  }
  return candidates[0];
}

template <class S>
Result<std::vector<Candidate>> compare_methods(const Registry& registry, const Scorer<S>& scorer,
                                               Index samples) {
  std::vector<const MethodInfo*> methods;
  for (const Method& method : registry.methods()) {
    if (method.info->simplicity > 0 && samples <= method.info->compared_samples)
      methods.push_back(method.info);
  }
  std::sort(methods.begin(), methods.end(),
            [](const MethodInfo* a, const MethodInfo* b) { return a->simplicity < b->simplicity; });
  std::vector<Candidate> all;
  for (const MethodInfo* info : methods) scorer.add_with_ridges(scorer.candidate(*info, {}), all);
  if (Status s = scorer.score(all); !s) return s;

  const auto best_forms = [&] {
    std::vector<Candidate> best;
    for (const MethodInfo* info : methods) {
      std::vector<Candidate> forms;
      std::copy_if(all.begin(), all.end(), std::back_inserter(forms),
                   [&](const Candidate& c) { return c.info == info; });
      best.push_back(best_of(forms));
    }
    return best;
  };
  const std::vector<Candidate> best = best_forms();
  Array<double> errors;
  for (const Candidate& candidate : best) errors.push_back(candidate.error());
  const Array<int> order = order_of(errors);
  std::vector<Candidate> more;
  for (std::size_t i = 0; i < std::min<std::size_t>(2, order.size()); ++i) {
    const Candidate& leader = best[std::size_t(order[i])];
    // A single fit of a kernel method takes as long as those of all other methods.
    if (leader.failed() || leader.info->output == Output::kernel) continue;
    for (auto& settings :
         variants(*leader.info, leader.fit.settings, [](const Parameter& p) { return !is_cheap(p); }))
      more.push_back(scorer.candidate(*leader.info, std::move(settings)));
  }
  if (more.empty()) return best;
  if (Status s = scorer.score(more); !s && s.code() == Code::cancelled) return s;
  all.insert(all.end(), more.begin(), more.end());
  return best_forms();
}

const Candidate& simplest(const std::vector<Candidate>& candidates) {
  const Candidate& best = best_of(candidates);
  for (const Candidate& candidate : candidates) {
    if (!candidate.failed() && within_one_standard_error(candidate.errors(), best.errors())) return candidate;
  }
  return best;
}

template class Scorer<float>;
template class Scorer<double>;
template Result<Candidate> with_best_ridge(const Registry&, const Dataset<float>&, const Dataset<float>&,
                                           const MethodInfo&, const FitOptions&, Monitor&);
template Result<Candidate> with_best_ridge(const Registry&, const Dataset<double>&, const Dataset<double>&,
                                           const MethodInfo&, const FitOptions&, Monitor&);
template Result<std::vector<Candidate>> compare_methods(const Registry&, const Scorer<float>&, Index);
template Result<std::vector<Candidate>> compare_methods(const Registry&, const Scorer<double>&, Index);

}  // namespace tanda::internal
