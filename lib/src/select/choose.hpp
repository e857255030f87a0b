// Choosing what a caller left open: the method, its parameters, the number of dimensions.
#pragma once

#include "select/cross_validation.hpp"

namespace tanda::internal {

/// The most dimensions that may be chosen for a fit when the caller does not say how many. Comparisons for
/// people to read show fewer, `default_scored_dims`.
inline constexpr Index most_chosen_dims = 256;
/// Above these numbers of samples, dimensions, or the method and the ridge, are chosen on a stratified sample
/// of that size.
inline constexpr Index samples_to_choose_dims = 20000, samples_to_choose_method = 3000;

/// The result of one of the compared methods.
struct Compared {
  std::string method;
  std::vector<Setting> settings;  ///< those that differ from its defaults
  Index dims = 0;                 ///< as given or chosen; per class for methods that count them so
  Summary error;                  ///< in these dimensions, over the folds
  std::string failure;            ///< why there is no error, or ""
};

struct Choice {
  FitOptions fit;                  ///< as given, with the open options filled in
  std::vector<Compared> compared;  ///< the methods, simplest first; empty when the method was given
  bool chose_dims = false;
  std::vector<Setting> settings;  ///< the parameters that were chosen
  Summary error;                  ///< of the choice, over the folds; n = 0 when nothing was chosen
  int folds = 0;
  int repeats = 0;    ///< how often the folds were cut; small tables three times
  Index samples = 0;  ///< how many it was chosen on
  /// Why dimensions could not be chosen, so that `fit` uses its default, or "".
  std::string reason;

  /// The entry "chosen" of a model's record.
  Json record() const;
};

/// Whether the method that is named has the parameters that are set.
Status check_settings(const Registry& registry, const FitOptions& options);

/// Fills in what `options` leaves open, by 5-fold cross-validation. One fit per fold scores all its
/// dimensions. No dims (0): the fewest dimensions within one standard error of the smallest; and the ridge,
/// unless it is set: the best of those proposed, which is cheap because these fits share all but the last
/// step. No method: compares the methods that the registry lists for this, the best two also with other
/// values of their other parameters, and takes the simplest within one standard error of the best. Standard
/// errors are those of the differences between folds. Nothing is chosen for embedding methods, which take 2
/// dimensions, nor without labels, nor when there are too few samples for folds.
template <class S>
Result<Choice> choose(const Registry& registry, const Dataset<S>& data, const FitOptions& options,
                      Monitor& monitor);

/// The most bytes that `choose` and the fit it leads to can take when all samples have labels; the same as
/// `plan` where dims are given. The method must be named.
Result<Plan> plan_choice(const Registry& registry, const FitOptions& options, Index samples, Index dims,
                         Index classes, std::size_t scalar_bytes, Index largest_class = 0);

}  // namespace tanda::internal
