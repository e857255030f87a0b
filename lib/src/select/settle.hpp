// Filling in what a caller left open before the fit: by tuning a named method, or by choosing.
#pragma once

#include <optional>

#include "select/choose.hpp"
#include "select/tune.hpp"

namespace tanda::internal {

struct Settled {
  FitOptions fit;                   ///< with nothing left open
  Choice choice;                    ///< folds = 0: nothing was chosen
  std::optional<TuneResult> tuned;  ///< if tuning was asked for
  TuneOptions tuning;               ///< how it was tuned

  /// Adds the choice or the tuning to the record of the model that is fitted.
  void add_to(Json& record) const;
};

/// `tuning`: what to try for a named method; dims that are given are kept. Null, or no method: open options
/// are chosen.
template <class S>
Result<Settled> settle(const Registry& registry, const Dataset<S>& data, const FitOptions& options,
                       const TuneOptions* tuning, Monitor& monitor);

/// `tune`, except that given dims are kept.
template <class S>
Result<TuneResult> tune_within(const Registry& registry, const Dataset<S>& data, FitOptions options,
                               TuneOptions how, Monitor& monitor);

}  // namespace tanda::internal
