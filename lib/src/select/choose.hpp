// Choosing what a caller left open: the method, its parameters, the number of dimensions.
#pragma once

#include "select/cross_validation.hpp"

namespace tanda::internal {

/// A fit where nobody says how many dimensions: the most that may be chosen. A comparison for people to read
/// shows fewer, `default_scored_dims`.
inline constexpr Index most_chosen_dims = 256;
/// With more samples than these, dimensions, or a method and the ridge, are chosen on a stratified sample of
/// so many.
inline constexpr Index samples_to_choose_dims = 20000, samples_to_choose_method = 3000;

/// How a method did that was compared.
struct Compared {
  std::string method;
  std::vector<Setting> settings;  ///< that differ from its defaults
  Index dims = 0;                 ///< as given, or the fewest; per class where a method counts so
  Summary error;                  ///< there, over the folds
  std::string failure;            ///< why it has none, or ""
};

struct Choice {
  FitOptions fit;                  ///< as given, with what was open filled in
  std::vector<Compared> compared;  ///< the methods, simplest first; empty when the method was given
  bool chose_dims = false;
  std::vector<Setting> settings;  ///< parameters that were chosen
  Summary error;                  ///< of what was chosen, over the folds; n = 0 when nothing was
  int folds = 0;
  int repeats = 0;    ///< how often the folds were cut: small tables three times
  Index samples = 0;  ///< on which it was chosen
  /// Why dimensions could not be chosen and are what `fit` takes by itself, or "".
  std::string reason;

  /// For a model's record: "chosen".
  Json record() const;
};

/// Whether the parameters that are set are those of the method that is named.
Status check_settings(const Registry& registry, const FitOptions& options);

/// Fills in what `options` leaves open, by 5-fold cross-validation in which one fit of a fold scores all its
/// dimensions. No dims (0): the fewest within one standard error of the best, and the ridge, unless it is
/// set: the best of those proposed, as fits share all but the last step. No method: those that the registry
/// compares, the best two also with other values of their other parameters; the simplest within one standard
/// error of the best. Standard errors are those of the differences, fold by fold. Nothing is chosen for
/// methods that embed, which take 2 dimensions, nor without labels, nor in samples too few to cut.
template <class S>
Result<Choice> choose(const Registry& registry, const Dataset<S>& data, const FitOptions& options,
                      Monitor& monitor);

/// The most bytes that `choose` and the fit of what it chooses can take, where all samples have labels: as
/// `plan` where dims are given. Of a method by name.
Result<Plan> plan_choice(const Registry& registry, const FitOptions& options, Index samples, Index dims,
                         Index classes, std::size_t scalar_bytes, Index largest_class = 0);

}  // namespace tanda::internal
