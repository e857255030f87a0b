#include "front/options.hpp"

#include <cmath>

#include "base/decimal.hpp"
#include "base/text.hpp"
#include "options/words.hpp"
#include "tanda/detail/format.hpp"

namespace tanda::internal {
namespace {

Status check_range(const char* name, int value, Index least, Index most) {
  if (value >= least && value <= most) return {};
  return {Code::bad_argument, joined({name, " = ", value, ": it is from ", least, " to ", most})};
}

Result<PcaChoice> pca_of(const Pca& pca) {
  if (pca.dims < 0)
    return Status(Code::bad_argument, joined({"pca.dims = ", pca.dims, ": it is not negative"}));
  if (!(pca.energy >= 0 && pca.energy <= 1))
    return Status(Code::bad_argument, "pca.energy is the part of the variance to keep, from 0 to 1");
  if (pca.dims > 0 && pca.energy > 0)
    return Status(Code::bad_argument, "pca: dims or energy, one of the two");
  return PcaChoice{pca.dims, pca.energy};
}

Result<SampleSize> sample_size(const char* name, double size) {
  const bool whole = size >= 1 && size < 2147483648.0 && size == std::floor(size);
  if (size > 0 && size < 1) return SampleSize{size, 0};
  if (whole) return SampleSize{0, Index(size)};
  return Status(Code::bad_argument,
                joined({name, " is a part of each class below 1, or a number of samples of each"}));
}

}  // namespace

Result<Options> options_of(std::string_view method, tanda::Settings settings,
                           const tanda::FitOptions& options) {
  Options asked;
  FitOptions& fit = asked.fit;
  if (Status s = parse_method(registry(), std::string(method)).get(fit.method); !s) return s;
  for (std::size_t i = 0; i < settings.size(); ++i)
    fit.settings.emplace_back(std::string(settings[i].name), std::string(settings[i].value));
  if (Status s = check_range("dims", options.dims, 0, int(max_count)); !s) return s;
  if (Status s = check_range("threads", options.threads, 1, most_threads); !s) return s;
  if (Status s = pca_of(options.pca).get(fit.pca); !s) return s;
  if (!options.classifier.empty())
    if (Status s = parse_classifier("classifier", options.classifier, fit); !s) return s;
  if (options.dims > 0) asked.dims = std::to_string(options.dims);
  fit.scale = options.scale;
  fit.memory_limit = options.memory_limit;
  fit.seed = options.seed;
  fit.threads = options.threads;
  asked.tune = options.tune;
  return asked;
}

Result<std::vector<Setting>> settings_of(const detail::MethodValues& method) {
  const Result<Method> found = registry().find(method.id);
  if (!found) return found.status();
  const ParameterList parameters = found->info->parameters;
  if (method.count != std::size_t(parameters.count))
    return Status(Code::bad_parameter,
                  joined({method.id, " has ", parameters.count, " parameters, not ", method.count}),
                  "use the headers that came with this library");
  const Result<Parameters> checked = Parameters::of(parameters, {method.first, method.first + method.count});
  if (!checked) return checked.status();
  return checked->settings();
}

Result<Options> options_of(std::string_view method, tanda::Settings settings, const tanda::TuneOptions& how,
                           const tanda::FitOptions& options) {
  if (Status s = check_range("folds", how.folds, 2, most_rounds); !s) return s;
  if (Status s = check_range("repeats", how.repeats, 1, most_rounds); !s) return s;
  Result<Options> asked = options_of(method, settings, options);
  if (!asked) return asked;
  asked->folds = how.folds;
  asked->repeats = how.repeats;
  asked->selects = how.select;
  asked->tune = how.proposed;
  return asked;
}

Result<Options> options_of(std::string_view methods, const tanda::EvaluateOptions& options) {
  for (const Status& s : {check_range("splits", options.splits, 1, most_rounds),
                          check_range("folds", options.folds, 2, most_rounds),
                          check_range("threads", options.threads, 1, most_threads),
                          check_range("dims", options.dims, 0, most_rounds),
                          check_range("labelled", options.labelled, 0, int(max_count)),
                          check_range("neighbors", options.neighbors, 0, most_rounds)})
    if (!s) return s;
  Options asked;
  if (!methods.empty()) asked.methods.emplace_back(methods);
  if (options.dims > 0) asked.dims = joined({"1-", options.dims});
  if (Status s = pca_of(options.pca).get(asked.fit.pca); !s) return s;
  if (Status s = sample_size("train", options.train).get(asked.train.front()); !s) return s;
  if (options.test != 0)
    if (Status s = sample_size("test", options.test).get(asked.test); !s) return s;
  asked.fit.scale = options.scale;
  asked.fit.memory_limit = options.memory_limit;
  asked.fit.seed = options.seed;
  asked.fit.threads = options.threads;
  asked.labelled = options.labelled;
  asked.splits = options.splits;
  asked.folds = options.folds;
  asked.neighbors = options.neighbors;
  asked.honest = options.honest;
  asked.tune = options.tune;
  asked.baseline = options.baseline;
  return asked;
}

Monitor monitor_of(const Progress& progress) {
  return progress ? Monitor(progress) : Monitor();
}

}  // namespace tanda::internal
