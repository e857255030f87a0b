#include "tanda/select/choose.hpp"

#include <algorithm>
#include <cmath>

#include "tanda/base/decimal.hpp"
#include "tanda/base/guarded.hpp"
#include "tanda/base/order.hpp"
#include "tanda/base/text.hpp"

namespace tanda {
namespace {

constexpr int folds_to_choose = 5;
/// What a fold takes of the plan of a fit to all samples: the fit itself, and what it leaves for the next.
constexpr double fold_share = 2;

Index labelled_samples(const int* labels, Index samples) {
  return labels ? Index(std::count_if(labels, labels + samples, [](int label) { return label >= 0; })) : 0;
}

/// Where folds cost little they are cut more than once: what is chosen then depends less on how.
int repeats_of(Index samples, Index dims) {
  return samples * dims <= 200000 ? 3 : 1;
}

/// A stratified sample of the labelled samples, owned; or a view of all of them.
template <class S>
class Sample {
 public:
  Sample(const Dataset<S>& data, Index most, std::uint64_t seed) : data_(data) {
    const Index labelled = labelled_samples(data.labels, data.samples());
    if (labelled <= most) return;
    Split split;
    const PartSize size{double(most) / double(labelled), 0};
    if (!stratified_split(data.labels, data.samples(), size, Unlabelled::leave_out, seed).get(split)) return;
    values_.reserve(split.train.size() * std::size_t(data.dims()));
    for (const Index i : split.train) {
      const S* const x = data.x.col(i).data();
      values_.insert(values_.end(), x, x + data.dims());
      labels_.push_back(data.labels[i]);
      if (data.patches) patches_.push_back(data.patches[i]);
    }
  }
  std::uint64_t bytes() const {
    return sizeof(S) * values_.capacity() + sizeof(int) * (labels_.capacity() + patches_.capacity());
  }
  Dataset<S> view() const {
    if (labels_.empty()) return data_;
    return {ConstMatrixView<S>(values_.data(), data_.dims(), Index(labels_.size())), labels_.data(),
            data_.classes, data_.features, patches_.empty() ? nullptr : patches_.data()};
  }

 private:
  const Dataset<S>& data_;
  std::vector<S> values_;
  std::vector<int> labels_, patches_;
};

Index lowest(const std::vector<double>& errors) {
  return Index(std::min_element(errors.begin(), errors.end()) - errors.begin()) + 1;
}

/// The fewest dimensions within one standard error of the best.
Index fewest_dims(const FoldScores& scores) {
  const std::vector<double> best = scores.at(lowest(scores.means()));
  Index dims = 1;
  while (!within_one_standard_error(scores.at(dims), best)) ++dims;
  return dims;
}

/// Dimensions to score: as many as were asked for, or all within reason; of each class where a method counts
/// so.
Index scored_dims(const MethodInfo& info, Index asked, std::size_t classes) {
  if (asked > 0) return asked;
  if (info.limit != Limit::per_class || classes <= 2) return most_chosen_dims;
  return std::max<Index>(1, most_chosen_dims / Index(classes));
}

/// A method with some settings, on all folds.
struct Candidate {
  const MethodInfo* info = nullptr;
  FitOptions fit;
  bool open_dims = true;  ///< their number is still to be chosen
  FoldScores scores = {};

  bool failed() const { return scores.reach() == 0; }
  /// As many as were asked for, or those with the smallest error.
  Index dims() const { return open_dims ? lowest(scores.means()) : std::min(fit.dims, scores.reach()); }
  std::vector<double> errors() const { return scores.at(dims()); }
  double error() const { return failed() ? 2 : summarize(errors()).mean; }
};

/// Values that a method proposes for some of its parameters, one at a time, on top of what is set; those that
/// are set already or the default left out.
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

/// Fits that differ in it share the pencil.
bool is_cheap(const Parameter& parameter) {
  return parameter.stage >= Stage::solve;
}

/// Candidates scored on the same folds.
template <class S>
class Scorer {
 public:
  Scorer(const Registry& registry, const Dataset<S>& data, const FitOptions& options, Monitor& monitor)
      : registry_(registry), data_(data), options_(options), monitor_(monitor) {}

  Candidate candidate(const MethodInfo& info, std::vector<Setting> settings) const {
    FitOptions fit = options_;
    fit.method = info.id;
    fit.settings = std::move(settings);
    fit.dims = scored_dims(info, options_.dims, data_.classes.size());
    return {&info, std::move(fit), options_.dims == 0};
  }

  /// The candidate as it is and with other ridges.
  void add_with_ridges(const Candidate& plain, std::vector<Candidate>& candidates) const {
    candidates.push_back(plain);
    for (auto& settings : variants(*plain.info, plain.fit.settings, is_cheap))
      candidates.push_back(candidate(*plain.info, std::move(settings)));
  }

  Status score(std::vector<Candidate>& candidates) const {
    std::vector<FitOptions> fits;
    for (const Candidate& candidate : candidates) fits.push_back(candidate.fit);
    std::vector<FoldScores> scores;
    const CrossValidation how{folds_to_choose, repeats(), options_.seed, options_.threads};
    if (Status s = cross_validate(registry_, data_, fits, how, monitor_).get(scores); !s) return s;
    for (std::size_t c = 0; c < candidates.size(); ++c) candidates[c].scores = std::move(scores[c]);
    return {};
  }

 private:
  int repeats() const { return repeats_of(data_.samples(), data_.dims()); }

  const Registry& registry_;
  const Dataset<S>& data_;
  const FitOptions& options_;
  Monitor& monitor_;
};

/// The one with the smallest error; of equal ones the first.
const Candidate& best_of(const std::vector<Candidate>& candidates) {
  const Candidate* best = &candidates[0];
  for (const Candidate& candidate : candidates) {
    if (candidate.error() < best->error() - 1e-12) best = &candidate;
  }
  return *best;
}

/// A method with the ridge that does best on few samples, scored on many.
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

/// The methods that are compared when none is named: each as it is and with other ridges, the best two with
/// the values they propose for other parameters, too. Gives the best form of each, simplest method first.
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
  std::vector<double> errors;
  for (const Candidate& candidate : best) errors.push_back(candidate.error());
  const std::vector<int> order = order_of(errors);
  std::vector<Candidate> more;
  for (std::size_t i = 0; i < std::min<std::size_t>(2, order.size()); ++i) {
    const Candidate& leader = best[std::size_t(order[i])];
    // A fit of a kernel method takes as long as those of all the others.
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

/// The first one within one standard error of the best.
const Candidate& simplest(const std::vector<Candidate>& candidates) {
  const Candidate& best = best_of(candidates);
  for (const Candidate& candidate : candidates) {
    if (!candidate.failed() && within_one_standard_error(candidate.errors(), best.errors())) return candidate;
  }
  return best;
}

Compared row_of(const Candidate& c) {
  if (c.failed()) return {c.info->id, {}, 0, {}, c.scores.failure};
  const Index dims = c.open_dims ? fewest_dims(c.scores) : c.dims();
  return {c.info->id, c.fit.settings, dims, summarize(c.scores.at(dims)), ""};
}

double six_digits(double x) {
  return std::round(1e6 * x) / 1e6;
}

struct Frequent {
  int number = 0;
  Index samples = 0;
};

/// The class with the most samples.
template <class S>
Frequent most_frequent(const Dataset<S>& data) {
  std::vector<Index> counts(data.classes.size(), 0);
  for (Index i = 0; i < data.samples(); ++i) {
    const int label = data.labels[i];
    if (label >= 0 && std::size_t(label) < counts.size()) ++counts[std::size_t(label)];
  }
  const auto most = std::max_element(counts.begin(), counts.end());
  return most == counts.end() ? Frequent{} : Frequent{int(most - counts.begin()), *most};
}

template <class S>
std::string quoted_class(const Dataset<S>& data, int number) {
  return joined({" (\"", data.classes[std::size_t(number)], "\")"});
}

std::string percent_text(double share) {
  return decimal_text(std::round(1000 * share) / 10, 4);
}

}  // namespace

Json Choice::record() const {
  Json json = Json::object()
                  .set("dims", chose_dims)
                  .set("folds", folds)
                  .set("repeats", repeats)
                  .set("samples", samples);
  json.set("settings", settings_json(settings));
  json.set("error", six_digits(error.mean)).set("sd", six_digits(error.sd));
  if (compared.empty()) return json;
  Json rows = Json::array();
  for (const Compared& row : compared) {
    Json one = Json::object().set("method", row.method);
    if (row.failure.empty()) {
      one.set("settings", settings_json(row.settings)).set("dims", row.dims);
      one.set("error", six_digits(row.error.mean)).set("sd", six_digits(row.error.sd));
    } else {
      one.set("failure", row.failure);
    }
    rows.push(std::move(one));
  }
  return json.set("methods", std::move(rows));
}

Status check_settings(const Registry& registry, const FitOptions& options) {
  if (options.method.empty())
    return options.settings.empty()
               ? Status()
               : Status(Code::bad_argument, "parameters were set, but no method was named",
                        "name the method, or leave its parameters to be chosen, too");
  const Result<Method> method = registry.find(options.method);
  if (!method) return method.status();
  const Result<Parameters> checked = Parameters::make(method->info->parameters, options.settings);
  if (checked) return check_once(options.settings);
  return {checked.status().code(), joined({options.method, ": ", checked.status().message()}),
          joined({"`tanda methods ", options.method, "` lists its parameters"})};
}

namespace {

template <class S>
Result<Choice> unguarded_choose(const Registry& registry, const Dataset<S>& data, const FitOptions& options,
                                Monitor& monitor) {
  Choice choice;
  choice.fit = options;
  if (Status s = check_settings(registry, options); !s) return s;
  const bool any_method = options.method.empty();
  if (!any_method && options.dims > 0) return choice;
  const Index labelled = labelled_samples(data.labels, data.samples());
  if (any_method && labelled == 0)
    return Status(Code::no_labels, "without labels there is nothing to choose a method by",
                  "name a method that needs none");
  const MethodInfo* info = nullptr;
  if (!any_method) {
    Result<Method> method = registry.find(options.method);
    if (!method) return method.status();
    info = method->info;
    if (info->output == Output::embedding) choice.reason = "embeddings are made to be looked at";
    if (labelled == 0) choice.reason = "there are no labels";
  }
  if (labelled < 2 * folds_to_choose && choice.reason.empty()) choice.reason = "there are too few samples";
  if (any_method && !choice.reason.empty())
    return Status(Code::too_few_samples, "there are too few samples to choose a method by", "name a method");
  if (!choice.reason.empty()) return choice;
  const Frequent frequent = most_frequent(data);
  if (frequent.samples == labelled)
    return Status(Code::one_class,
                  joined({"all samples are of one class", quoted_class(data, frequent.number)}));
  if (Status s = check_values(data); !s) return s;  // in a sample rows have other numbers

  choice.folds = folds_to_choose;
  choice.chose_dims = options.dims == 0;
  FitOptions scored = options;  // what samples take is not there for folds
  const auto take = [&](std::uint64_t bytes) -> Status {
    if (scored.memory_limit == 0) return {};
    if (bytes >= scored.memory_limit)
      return Status(Code::memory_limit, joined({"the samples to choose by take ", bytes, " of the ",
                                                scored.memory_limit, " bytes that are left"}));
    scored.memory_limit -= bytes;
    return {};
  };
  const Sample<S> few(data, samples_to_choose_method, options.seed);
  if (Status s = take(few.bytes()); !s) return s;
  Candidate chosen;
  if (any_method) {
    const Dataset<S> sample = few.view();
    const Scorer<S> scorer(registry, sample, scored, monitor);
    std::vector<Candidate> candidates;
    if (Status s = compare_methods(registry, scorer, data.samples()).get(candidates); !s) return s;
    for (const Candidate& candidate : candidates) choice.compared.push_back(row_of(candidate));
    chosen = simplest(candidates);
    choice.samples = sample.samples();
  } else {
    const Sample<S> many(data, samples_to_choose_dims, options.seed);
    if (Status s = take(many.bytes()); !s) return s;
    const Status status =
        with_best_ridge(registry, few.view(), many.view(), *info, scored, monitor).get(chosen);
    if (status.code() == Code::cancelled || status.code() == Code::memory_limit) return status;
    if (!status) {  // such as a class that is missing in a fold: the fit itself may do
      choice.reason = status.message();
      choice.folds = 0;
      choice.chose_dims = false;
      return choice;
    }
    choice.samples = many.view().samples();
  }
  choice.fit.method = chosen.info->id;
  choice.fit.settings = chosen.fit.settings;
  choice.settings.assign(chosen.fit.settings.begin() + std::ptrdiff_t(options.settings.size()),
                         chosen.fit.settings.end());
  choice.repeats = repeats_of(choice.samples, data.dims());
  if (choice.chose_dims) choice.fit.dims = fewest_dims(chosen.scores);
  choice.error = summarize(chosen.scores.at(std::min(choice.fit.dims, chosen.scores.reach())));
  const double share = double(frequent.samples) / double(labelled);
  if (1 - choice.error.mean <= share)
    monitor.note(joined({"no better than guessing: in cross-validation ", percent_text(1 - choice.error.mean),
                         " % are right, the most frequent class", quoted_class(data, frequent.number),
                         " has ", percent_text(share), " %"}));
  return choice;
}

}  // namespace

template <class S>
Result<Choice> choose(const Registry& registry, const Dataset<S>& data, const FitOptions& options,
                      Monitor& monitor) {
  return guarded([&] { return unguarded_choose(registry, data, options, monitor); });
}

Result<Plan> plan_choice(const Registry& registry, const FitOptions& options, Index samples, Index dims,
                         Index classes, std::size_t scalar_bytes, Index largest_class) {
  const Result<Method> method = registry.find(options.method);
  if (!method) return method.status();
  FitOptions scored = options;
  if (method->info->output != Output::embedding)
    scored.dims = scored_dims(*method->info, options.dims, std::size_t(std::max<Index>(0, classes)));
  Result<Plan> all = plan(registry, scored, samples, dims, classes, scalar_bytes, largest_class);
  if (!all || scored.dims == options.dims || method->info->output == Output::embedding) return all;
  // Folds of a sample, side by side, each with its copy of the samples and what its fits share.
  const Index few = std::min(samples, samples_to_choose_dims);
  const CrossValidation how{folds_to_choose, repeats_of(few, dims), 0, 1};
  const double lanes = std::min(std::max(1, options.threads), how.folds * how.repeats);
  double copies = 0;  // the samples that are chosen by
  for (const Index most : {samples_to_choose_method, samples_to_choose_dims})
    if (samples > most)
      copies += double(most + classes) * (double(dims) * double(scalar_bytes) + 2 * sizeof(int));
  const Index candidates = 1 + Index(variants(*method->info, options.settings, is_cheap).size());
  const double beside =
      bytes_beside_fits(*method->info, scored.dims, candidates, how, few, dims, classes, scalar_bytes);
  scored.threads = 1;
  const Result<Plan> fold =
      plan(registry, scored, few, dims, classes, scalar_bytes, std::min(largest_class, few));
  if (!fold) return fold;
  const auto taken = [&](std::uint64_t bytes) {
    const double sum = copies + lanes * (beside + fold_share * double(bytes));
    return sum < 1.8e19 ? std::uint64_t(sum) : ~std::uint64_t{0};
  };
  return Plan{std::max(all->bytes, taken(fold->bytes)), std::max(all->unfilled, taken(fold->unfilled))};
}

template Result<Choice> choose(const Registry&, const Dataset<float>&, const FitOptions&, Monitor&);
template Result<Choice> choose(const Registry&, const Dataset<double>&, const FitOptions&, Monitor&);

}  // namespace tanda
