// Tuning: which parameters of a method and how many dimensions do best in cross-validation.
#pragma once

#include "select/trial.hpp"

namespace tanda::internal {

struct TuneOptions {
  Grid grid;
  std::vector<Index> dims;  ///< the best is one of these; none = of all
  int folds = 5;
  int repeats = 1;
  std::uint64_t seed = 0;
};

struct TuneResult {
  std::vector<std::vector<Setting>> points;  ///< of the grid
  std::vector<std::vector<double>> errors;   ///< of each point: mean error in the first 1, 2, … dimensions
  std::vector<std::string> failures;         ///< of each point: why it could not be fitted, or ""
  std::size_t best = 0;                      ///< point
  Index dims = 0;                            ///< of the best point; per class where a method counts so
  double error = 1;                          ///< there

  const std::vector<Setting>& settings() const { return points[best]; }
};

/// What was chosen and from what, for a model's record.
Json tune_record(const TuneResult& tuned, const TuneOptions& how);
/// All that was tried, too.
Json tune_json(const TuneResult& tuned, const TuneOptions& how);

/// The smallest mean error wins; of equal ones fewer dimensions, then the earlier point. Each fold is
/// prepared once for all points, and one fit of a point scores all its dimensions. `options.dims` bounds
/// them.
template <class S>
Result<TuneResult> tune(const Registry& registry, const Dataset<S>& data, const FitOptions& options,
                        const TuneOptions& how, Monitor& monitor);

}  // namespace tanda::internal
