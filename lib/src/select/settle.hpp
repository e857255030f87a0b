// What a caller left open, decided before the fit: by tuning what was named, or by choosing.
#pragma once

#include <optional>

#include "select/choose.hpp"
#include "select/tune.hpp"

namespace tanda::internal {

struct Settled {
  FitOptions fit;                   ///< nothing is open in it
  Choice choice;                    ///< folds = 0: nothing was chosen
  std::optional<TuneResult> tuned;  ///< if that was wanted
  TuneOptions tuning;               ///< and how

  /// For the record of the model that is fitted so.
  void add_to(Json& record) const;
};

/// `tuning`: what to try, of a method by name; dims that are given stay. Null, or no method: what is open is
/// chosen.
template <class S>
Result<Settled> settle(const Registry& registry, const Dataset<S>& data, const FitOptions& options,
                       const TuneOptions* tuning, Monitor& monitor);

/// `tune` of a method whose dims, if they are given, stay.
template <class S>
Result<TuneResult> tune_within(const Registry& registry, const Dataset<S>& data, FitOptions options,
                               TuneOptions how, Monitor& monitor);

}  // namespace tanda::internal
