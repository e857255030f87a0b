// Cross-validation: how well each of several candidates does on samples that its fit has not seen.
#pragma once

#include "select/statistics.hpp"
#include "select/trial.hpp"

namespace tanda::internal {

/// The cuts, the same for all candidates.
struct CrossValidation {
  int folds = 5;
  int repeats = 1;
  std::uint64_t seed = 0;
  /// Folds that run side by side. The numbers do not depend on it.
  int threads = 1;
};

/// A candidate on all folds of all repeats.
struct FoldScores {
  /// Of each fold: the share of its samples that are classified wrongly in the first 1, 2, … dimensions.
  std::vector<std::vector<double>> errors;
  std::string failure;  ///< why it could not be fitted to some fold, or ""

  /// Dimensions that every fold has; 0 of a failed candidate.
  Index reach() const;
  /// In the first `dims` dimensions, fold by fold.
  std::vector<double> at(Index dims) const;
  std::vector<double> means() const;  ///< `reach` entries
};

/// Fits each candidate to all folds but one and scores it on that one, in turn; one fit scores all its
/// dimensions, up to `dims` of the candidate. Candidates share what they can of each fold. A candidate that
/// fails drops out; when all do, so does this, with the last reason.
template <class S>
Result<std::vector<FoldScores>> cross_validate(const Registry& registry, const Dataset<S>& data,
                                               const std::vector<FitOptions>& candidates,
                                               const CrossValidation& how, Monitor& monitor);

/// What cross-validation of so many candidates takes, one fold at a time, besides the fits themselves: copies
/// of samples, folds, scores. `most_dims` of the method are scored.
double bytes_beside_fits(const MethodInfo& info, Index most_dims, Index candidates,
                         const CrossValidation& how, Index samples, Index features, Index classes,
                         std::size_t scalar_bytes);

/// Whether the first list of errors is at most one standard error of the difference above the second, fold by
/// fold.
bool within_one_standard_error(const std::vector<double>& errors, const std::vector<double>& best);

}  // namespace tanda::internal
