// Cross-validation: the error of each of several candidates on samples that were held out of its fit.
#pragma once

#include "select/statistics.hpp"
#include "select/trial.hpp"

namespace tanda::internal {

/// How the samples are divided; the same for all candidates.
struct CrossValidation {
  int folds = 5;
  int repeats = 1;
  std::uint64_t seed = 0;
  /// Folds that run in parallel. The results do not depend on it.
  int threads = 1;
};

/// The scores of a candidate on all folds of all repeats.
struct FoldScores {
  /// For each fold: the fraction of its samples that are classified wrongly in the first 1, 2, … dimensions.
  std::vector<std::vector<double>> errors;
  std::string failure;  ///< why it could not be fitted on some fold, or ""

  /// How many dimensions are scored on every fold; 0 for a failed candidate.
  Index reach() const;
  /// The errors in the first `dims` dimensions, one for each fold.
  std::vector<double> at(Index dims) const;
  std::vector<double> means() const;  ///< over the folds; `reach` entries
};

/// Fits each candidate to all folds but one and scores it on that one, for each fold in turn; one fit scores
/// all dimensions up to the candidate's `dims`. Candidates share what they can of each fold. A candidate that
/// fails is left out; if all fail, this fails with the last reason.
template <class S>
Result<std::vector<FoldScores>> cross_validate(const Registry& registry, const Dataset<S>& data,
                                               const std::vector<FitOptions>& candidates,
                                               const CrossValidation& how, Monitor& monitor);

/// The memory that cross-validation of so many candidates takes besides the fits themselves, one fold at a
/// time: copies of samples, folds, scores. `most_dims` dimensions of the method are scored.
double bytes_besides_fits(const MethodInfo& info, Index most_dims, Index candidates,
                          const CrossValidation& how, Index samples, Index features, Index classes,
                          std::size_t scalar_bytes);

/// Whether the mean of `errors` is at most one standard error above that of `best`; the standard error is
/// that of their differences, fold by fold.
bool within_one_standard_error(const std::vector<double>& errors, const std::vector<double>& best);

}  // namespace tanda::internal
