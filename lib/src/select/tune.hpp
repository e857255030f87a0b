// Tuning: finding the parameters and the number of dimensions of a method that do best in cross-validation.
#pragma once

#include "select/trial.hpp"

namespace tanda::internal {

struct TuneOptions {
  Grid grid;
  std::vector<Index> dims;  ///< only these are compared; empty = all
  int folds = 5;
  int repeats = 1;
  std::uint64_t seed = 0;
};

struct TuneResult {
  std::vector<std::vector<Setting>> points;  ///< of the grid
  std::vector<std::vector<double>> errors;   ///< for each point: mean error in the first 1, 2, … dimensions
  std::vector<std::string> failures;         ///< for each point: why it could not be fitted, or ""
  std::size_t best = 0;                      ///< index of the best point
  Index dims = 0;                            ///< of the best point; per class for methods that count them so
  double error = 1;                          ///< in these dimensions

  const std::vector<Setting>& settings() const { return points[best]; }
};

/// What was chosen, and from what, for a model's record.
Json tune_record(const TuneResult& tuned, const TuneOptions& how);
/// The same with the errors of all points.
Json tune_json(const TuneResult& tuned, const TuneOptions& how);

/// The smallest mean error wins; of equal ones fewer dimensions, then the earlier point. Each fold is
/// prepared once for all points, and one fit of a point scores all dimensions up to `options.dims`.
template <class S>
Result<TuneResult> tune(const Registry& registry, const Dataset<S>& data, const FitOptions& options,
                        const TuneOptions& how, Monitor& monitor);

}  // namespace tanda::internal
