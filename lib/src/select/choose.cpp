#include "select/choose.hpp"

#include <algorithm>
#include <cmath>

#include "base/decimal.hpp"
#include "base/guarded.hpp"
#include "base/text.hpp"
#include "candidates.hpp"

namespace tanda::internal {
namespace {

Index labelled_samples(const int* labels, Index samples) {
  return labels ? Index(std::count_if(labels, labels + samples, [](int label) { return label >= 0; })) : 0;
}

/// A stratified sample of the labelled samples, which it owns; or a view of all of them.
template <class S>
class Sample {
 public:
  Sample(const Dataset<S>& data, Index most, std::uint64_t seed) : data_(data) {
    const Index labelled = labelled_samples(data.labels, data.samples());
    if (labelled <= most) return;
    Split split;
    const SampleSize size{double(most) / double(labelled), 0};
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
  return joined({" (\"", literal_text(data.classes[std::size_t(number)]), "\")"});
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
          joined({"{methods(", options.method, ")} lists its parameters"})};
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
  if (Status s = check_values(data); !s) return s;  // here, because a sample numbers its rows anew

  choice.folds = folds_to_choose;
  choice.chose_dims = options.dims == 0;
  FitOptions scored = options;  // the memory limit without what the sample takes
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
    if (!status) {  // such as a class that is absent from a fold: the fit itself may succeed
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
  choice.repeats = repeats_to_choose(choice.samples, data.dims());
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

template Result<Choice> choose(const Registry&, const Dataset<float>&, const FitOptions&, Monitor&);
template Result<Choice> choose(const Registry&, const Dataset<double>&, const FitOptions&, Monitor&);

}  // namespace tanda::internal
