#include "front/run.hpp"

#include "base/text.hpp"

#include "tanda/detail/format.hpp"

namespace tanda::internal {
namespace {

/// The options of a fit in the caller's memory, which has room for one fit only: nothing can be tuned or
/// chosen.
Result<FitOptions> settled_fit_options(const Registry& registry, const Options& options) {
  if (options.tunes())
    return Status(Code::bad_argument, "a fit in memory of your own takes parameters as they are",
                  "tune first, without it");
  return named_fit_options(options, registry);
}

template <class S>
Result<Settled> settle(const Registry& registry, const Options& options, const Dataset<S>& data,
                       Monitor& monitor) {
  FitOptions fit;
  if (Status s = fit_options(options, registry).get(fit); !s) return s;
  if (!options.tunes() || fit.method.empty()) return settle(registry, data, fit, nullptr, monitor);
  TuneOptions tuning;
  if (Status s = tune_options(options, fit, registry, options.tune).get(tuning); !s) return s;
  return settle(registry, data, fit, &tuning, monitor);
}

}  // namespace

template <class S>
Result<Model> run_fit(const Registry& registry, const Options& options, const Dataset<S>& data,
                      Monitor& monitor, Workspace* workspace, Settled* settled) {
  if (workspace) {
    if (!workspace->is_aligned())
      return Status(Code::bad_argument, joined({"the memory of the workspace has to begin at a multiple of ",
                                                Workspace::alignment, " bytes"}));
    FitOptions fit;
    if (Status s = settled_fit_options(registry, options).get(fit); !s) return s;
    return tanda::internal::fit(registry, data, fit, monitor, workspace);
  }
  Settled how;
  if (Status s = settle(registry, options, data, monitor).get(how); !s) return s;
  const Result<Model> model = tanda::internal::fit(registry, data, how.fit, monitor);
  if (!model) return model;
  Json record = model->record();
  how.add_to(record);
  if (settled) *settled = std::move(how);
  return model->with_record(std::move(record));
}

template <class S>
Result<Plan> run_plan(const Options& options, const Dataset<S>& data) {
  FitOptions fit;
  if (Status s = settled_fit_options(registry(), options).get(fit); !s) return s;
  return plan(registry(), data, fit);
}

Result<Plan> run_plan(const Registry& registry, const Options& options, const Sizes& sizes) {
  for (const std::size_t size : {sizes.rows, sizes.cols, sizes.classes, sizes.largest_class})
    if (size > max_count) return Status(Code::wrong_shape, "more than 2147483647 rows, columns or classes");
  if (sizes.rows == 0 || sizes.cols == 0) return Status(Code::empty_data);
  FitOptions fit;
  if (Status s = named_fit_options(options, registry).get(fit); !s) return s;
  return plan_choice(registry, fit, Index(sizes.rows), Index(sizes.cols), Index(sizes.classes),
                     sizes.scalar_bytes, Index(sizes.largest_class));
}

template <class S>
Result<TuneRun> run_tune(const Options& options, const Dataset<S>& data, Monitor& monitor) {
  FitOptions fit;
  if (Status s = named_fit_options(options, registry()).get(fit); !s) return s;
  TuneRun run;
  const bool proposed = options.tune || options.selects.empty();
  if (Status s = tune_options(options, fit, registry(), proposed).get(run.how); !s) return s;
  if (Status s = tune_within(registry(), data, fit, run.how, monitor).get(run.found); !s) return s;
  run.settings = merged(fit.settings, run.found.settings());
  return run;
}

#define TANDA_INSTANTIATE(S)                                                                               \
  template Result<Model> run_fit(const Registry&, const Options&, const Dataset<S>&, Monitor&, Workspace*, \
                                 Settled*);                                                                \
  template Result<Plan> run_plan(const Options&, const Dataset<S>&);                                       \
  template Result<TuneRun> run_tune(const Options&, const Dataset<S>&, Monitor&);
TANDA_INSTANTIATE(float)
TANDA_INSTANTIATE(double)
#undef TANDA_INSTANTIATE

}  // namespace tanda::internal
