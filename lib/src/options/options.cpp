#include "options/options.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "options/contestants.hpp"
#include "select/choose.hpp"

namespace tanda::internal {

bool Options::has(std::string_view name) const {
  return std::find(given.begin(), given.end(), name) != given.end();
}

Status set_option(Options& options, const Registry& registry, const OptionInfo& option,
                  const std::string& value) {
  Options changed = options;
  if (Status s = option.set(changed, registry, option.name, value); !s) return s;
  if (!changed.has(option.name)) changed.given.push_back(option.name);
  options = std::move(changed);
  return {};
}

Status set_option(Options& options, const Registry& registry, const std::string& name,
                  const std::string& value) {
  std::vector<std::string> names;
  Status refused;
  for (const OptionInfo& option : option_table()) {
    if (option.program_only) continue;
    names.emplace_back(option.name);
    if (name != option.name) continue;
    refused = set_option(options, registry, option, value);
    if (refused) return refused;
  }
  if (!refused) return refused;
  const std::string near = nearest_word(name, names);
  return {Code::bad_argument, joined({"there is no option \"", literal_text(name.substr(0, 40)), "\""}),
          near.empty() ? "see {help()}" : joined({"did you mean ", option_text(near), "?"})};
}

Result<FitOptions> fit_options(const Options& options, const Registry& registry) {
  FitOptions fit = options.fit;
  if (Status s = check_settings(registry, fit); !s) return s;
  if (Status s = parse_fit_dims("dims", options.dims).get(fit.dims); !s) return s;
  if (fit.method.empty() && !options.selects.empty())
    return Status(Code::bad_argument, "{select}: no method was named, and its values are those of a method",
                  "set {method}");
  return fit;
}

Result<FitOptions> named_fit_options(const Options& options, const Registry& registry) {
  if (options.fit.method.empty()) return Status(Code::bad_argument, "no method was named", "set {method}");
  return fit_options(options, registry);
}

Result<TuneOptions> tune_options(const Options& options, const FitOptions& fit, const Registry& registry,
                                 bool proposed) {
  const Result<Method> method = registry.find(fit.method);
  if (!method) return method.status();
  TuneOptions how;
  how.folds = static_cast<int>(options.folds);
  how.repeats = static_cast<int>(options.repeats);
  how.seed = fit.seed;
  if (Status s = parse_grid(proposed, options.selects, method->info->parameters).get(how.grid); !s) return s;
  return how;
}

namespace {

/// The contestants get the preprocessing options; dimensions, sizes and seed belong to the evaluation.
Result<std::vector<Contestant>> contestants_of(const Options& options, const Registry& registry,
                                               Index most_dims) {
  std::vector<Contestant> contestants;
  if (options.baseline) contestants = baselines(options.fit.pca);
  for (const std::string& list : options.methods) {
    std::vector<Contestant> more;
    if (Status s = parse_contestants(registry, list, options.tune).get(more); !s) return s;
    contestants.insert(contestants.end(), more.begin(), more.end());
  }
  if (options.methods.empty()) return Status(Code::bad_argument, "no methods were named", "set {methods}");
  for (const std::string& list : options.selects)
    if (Status s = add_grids(registry, "select", list, contestants); !s) return s;
  FitOptions common = options.fit;
  common.dims = most_dims;
  prepare_alike(contestants, common, options.neighbors);
  return contestants;
}

}  // namespace

Result<EvaluateOptions> evaluate_options(const Options& options, const Registry& registry) {
  EvaluateOptions how;
  DimsChoice dims;
  if (Status s = parse_dims("dims", options.dims == "auto" ? "" : options.dims).get(dims); !s) return s;
  how.dims = std::move(dims.listed);
  if (Status s = contestants_of(options, registry, dims.most).get(how.contestants); !s) return s;
  how.best_dims = options.best_dims;
  how.train = options.train.front();
  how.test = options.test;
  how.labelled = options.labelled;
  how.strata = options.strata;
  how.splits = static_cast<int>(options.splits);
  how.folds = static_cast<int>(options.folds);
  how.seed = options.fit.seed;
  how.honest = options.honest;
  how.threads = options.fit.threads;
  return how;
}

}  // namespace tanda::internal
