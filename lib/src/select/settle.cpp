#include "select/settle.hpp"

namespace tanda::internal {

void Settled::add_to(Json& record) const {
  if (tuned) record.set("tuned", tune_record(*tuned, tuning));
  if (choice.folds > 0) record.set("chosen", choice.record());
}

template <class S>
Result<TuneResult> tune_within(const Registry& registry, const Dataset<S>& data, FitOptions options,
                               TuneOptions how, Monitor& monitor) {
  if (options.dims > 0) how.dims = {options.dims};
  if (options.dims == 0) options.dims = most_chosen_dims;
  return tune(registry, data, options, how, monitor);
}

template <class S>
Result<Settled> settle(const Registry& registry, const Dataset<S>& data, const FitOptions& options,
                       const TuneOptions* tuning, Monitor& monitor) {
  Settled settled;
  if (!tuning || options.method.empty()) {
    if (Status s = choose(registry, data, options, monitor).get(settled.choice); !s) return s;
    settled.fit = settled.choice.fit;
    return settled;
  }
  settled.tuning = *tuning;
  TuneResult tuned;
  if (Status s = tune_within(registry, data, options, *tuning, monitor).get(tuned); !s) return s;
  settled.fit = options;
  settled.fit.settings = merged(options.settings, tuned.settings());
  settled.fit.dims = tuned.dims;
  settled.tuned = std::move(tuned);
  return settled;
}

#define TANDA_INSTANTIATE(S)                                                                                 \
  template Result<TuneResult> tune_within(const Registry&, const Dataset<S>&, FitOptions, TuneOptions,       \
                                          Monitor&);                                                         \
  template Result<Settled> settle(const Registry&, const Dataset<S>&, const FitOptions&, const TuneOptions*, \
                                  Monitor&);
TANDA_INSTANTIATE(float)
TANDA_INSTANTIATE(double)
#undef TANDA_INSTANTIATE

}  // namespace tanda::internal
