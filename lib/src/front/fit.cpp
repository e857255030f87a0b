// The C++ interface from samples to models and evaluations.
#include "tanda/fit.hpp"

#include "base/text.hpp"
#include "front/answer.hpp"
#include "front/inside.hpp"
#include "front/options.hpp"
#include "front/run.hpp"

namespace tanda {
namespace {

using internal::Monitor;
using internal::registry;

void fill(FitReport* report, const Monitor& monitor) {
  if (!report) return;
  report->planned_bytes = monitor.memory().planned;
  report->peak_bytes = monitor.memory().peak;
  report->notes = internal::spelled_notes(monitor.notes());
  report->seconds.clear();
  for (const internal::StageTime& stage : monitor.stages())
    report->seconds.emplace_back(stage.name, stage.seconds);
}

template <class S>
Result<Model> fit_monitored(const Dataset<S>& given, std::string_view method, Settings settings,
                            const FitOptions& options, Monitor& monitor) {
  const auto data = internal::dataset_of(given);
  if (!data) return data.status();
  const auto asked = internal::options_of(method, settings, options);
  if (!asked) return asked.status();
  const auto model = internal::run_fit(registry(), *asked, *data, monitor, options.workspace);
  return model ? ModelAccess::wrap(*model) : model.status();
}

Result<Plan> plan_of(const Result<internal::Plan>& planned) {
  if (!planned) return planned.status();
  return Plan{planned->bytes, planned->workspace_unfilled};
}

Standing standing_of(const internal::Contest& contest, const internal::Standing& row) {
  Standing standing;
  standing.name = contest.name;
  standing.failure = internal::spelled(contest.failure, internal::Spelling::cpp);
  if (row.error.n == 0) return standing;
  standing.dims = int(row.dims);
  standing.error = row.error.mean;
  standing.error_sd = row.error.sd;
  standing.balanced_error = row.balanced.mean;
  standing.fit_seconds = row.fit_seconds.mean;
  standing.best = row.best;
  standing.not_worse = row.not_worse;
  return standing;
}

MethodDescription description_of(const internal::MethodInfo& info) {
  MethodDescription method;
  method.id = info.id;
  method.title = info.title;
  method.family = internal::family_name(info.family);
  method.summary = info.summary;
  method.paper = info.paper;
  method.supervised = info.supervision != internal::Supervision::none;
  method.unlabelled = info.supervision != internal::Supervision::labels;
  method.projects = info.output != internal::Output::embedding;
  for (const internal::Parameter& p : info.parameters) {
    ParameterDescription parameter;
    parameter.name = p.name;
    parameter.type = internal::kind_name(p.kind);
    parameter.fallback = internal::parameter_text(p, p.fallback);
    parameter.min = p.min;
    parameter.max = p.most();
    parameter.automatic = p.automatic;
    if (p.kind == internal::Kind::choice)
      for (double word = 0; word <= p.most(); ++word)
        parameter.choices.push_back(internal::parameter_text(p, word));
    parameter.doc = p.help();
    method.parameters.push_back(std::move(parameter));
  }
  return method;
}

}  // namespace

template <class S>
Result<Model> fit(const Dataset<S>& data, std::string_view method, Settings settings,
                  const FitOptions& options) {
  return internal::answer([&]() -> Result<Model> {
    Monitor monitor = internal::monitor_of(options.progress);
    Result<Model> model = fit_monitored(data, method, settings, options, monitor);
    fill(options.report, monitor);
    return model;
  });
}

template <class S>
Result<Model> detail::fit(const Dataset<S>& data, MethodValues method, const FitOptions& options) {
  return internal::guarded([&]() -> Result<Model> {
    const auto settings = internal::settings_of(method);
    if (!settings) return settings.status();
    return tanda::fit(data, method.id, *settings, options);
  });
}

template <class S>
Result<Model> fit(const Dataset<S>& data, const FitOptions& options) {
  return fit(data, "auto", {}, options);
}

template <class S>
Result<Plan> plan(const Dataset<S>& given, std::string_view method, Settings settings,
                  const FitOptions& options) {
  return internal::answer([&]() -> Result<Plan> {
    const auto data = internal::dataset_of(given);
    if (!data) return data.status();
    const auto asked = internal::options_of(method, settings, options);
    if (!asked) return asked.status();
    return plan_of(internal::run_plan(*asked, *data));
  });
}

template <class S>
Result<Plan> plan(std::size_t rows, std::size_t cols, std::size_t classes, std::string_view method,
                  Settings settings, const FitOptions& options) {
  return internal::answer([&]() -> Result<Plan> {
    const auto asked = internal::options_of(method, settings, options);
    if (!asked) return asked.status();
    return plan_of(internal::run_plan(registry(), *asked, {rows, cols, classes, 0, sizeof(S)}));
  });
}

template <class S>
Result<Tuned> tune(const Dataset<S>& given, std::string_view method, Settings settings,
                   const TuneOptions& how, const FitOptions& options) {
  return internal::answer([&]() -> Result<Tuned> {
    const auto data = internal::dataset_of(given);
    if (!data) return data.status();
    const auto asked = internal::options_of(method, settings, how, options);
    if (!asked) return asked.status();
    Monitor monitor = internal::monitor_of(options.progress);
    auto run = internal::run_tune(*asked, *data, monitor);
    fill(options.report, monitor);
    if (!run) return run.status();
    return Tuned{
        std::move(run->settings), int(run->found.dims), run->found.error,
        internal::spelled_json(internal::tune_json(run->found, run->how), internal::Spelling::cpp).dump()};
  });
}

template <class S>
Result<Evaluation> evaluate(const Dataset<S>& given, std::string_view methods,
                            const EvaluateOptions& options) {
  return internal::answer([&]() -> Result<Evaluation> {
    const auto data = internal::dataset_of(given);
    if (!data) return data.status();
    const auto asked = internal::options_of(methods, options);
    if (!asked) return asked.status();
    const auto how = internal::evaluate_options(*asked, registry());
    if (!how) return how.status();
    Monitor monitor = internal::monitor_of(options.progress);
    internal::Evaluation found;
    if (Status s = internal::evaluate(registry(), *data, *how, found, monitor); !s) return s;
    Evaluation evaluation;
    const std::vector<internal::Standing> rows = internal::standings(found);
    for (std::size_t i = 0; i < rows.size(); ++i)
      evaluation.standings.push_back(standing_of(found.contests[i], rows[i]));
    evaluation.json =
        internal::spelled_json(internal::evaluation_json(found, true), internal::Spelling::cpp).dump();
    return evaluation;
  });
}

Result<std::vector<MethodDescription>> methods() {
  return internal::answer([]() -> Result<std::vector<MethodDescription>> {
    std::vector<MethodDescription> all;
    for (const internal::Method& method : registry().methods()) all.push_back(description_of(*method.info));
    return all;
  });
}

#define TANDA_INSTANTIATE(S)                                                                       \
  template Result<Model> fit(const Dataset<S>&, std::string_view, Settings, const FitOptions&);    \
  template Result<Model> detail::fit(const Dataset<S>&, MethodValues, const FitOptions&);          \
  template Result<Model> fit(const Dataset<S>&, const FitOptions&);                                \
  template Result<Plan> plan(const Dataset<S>&, std::string_view, Settings, const FitOptions&);    \
  template Result<Plan> plan<S>(std::size_t, std::size_t, std::size_t, std::string_view, Settings, \
                                const FitOptions&);                                                \
  template Result<Tuned> tune(const Dataset<S>&, std::string_view, Settings, const TuneOptions&,   \
                              const FitOptions&);                                                  \
  template Result<Evaluation> evaluate(const Dataset<S>&, std::string_view, const EvaluateOptions&);
TANDA_INSTANTIATE(float)
TANDA_INSTANTIATE(double)
#undef TANDA_INSTANTIATE

}  // namespace tanda
