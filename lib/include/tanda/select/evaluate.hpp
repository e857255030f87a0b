// Evaluation: methods compared on the same random splits, in every dimension.
#pragma once

#include <optional>

#include "tanda/select/statistics.hpp"
#include "tanda/select/tune.hpp"

namespace tanda {

/// The name of the contestant that reduces nothing.
inline constexpr const char* baseline_name = "none";

/// One row of a comparison. Without a method it is the baseline: no reduction.
struct Contestant {
  std::string name;
  FitOptions fit;  ///< `dims` = most dimensions that are scored, 0 = default_scored_dims
  Grid grid;       ///< parameters chosen by cross-validation on each training part
  bool baseline() const { return fit.method.empty(); }
};

struct EvaluateOptions {
  std::vector<Contestant> contestants;
  std::vector<Index> dims;  ///< ascending: the best is one of these; none = of all
  TrainSize train{0.25, 0};
  int splits = 10;
  int folds = 5;  ///< of the cross-validations on training parts
  std::uint64_t seed = 0;
  /// The dimension, too, is chosen by cross-validation on the training part instead of on the test part.
  bool honest = false;
  /// Splits that run side by side, after the first one. The numbers do not depend on it.
  int threads = 1;
};

/// A contestant on one split.
struct SplitScore {
  std::vector<double> errors;  ///< in the first 1, 2, … dimensions
  double fit_seconds = 0;
  double peak_bytes = 0;        ///< 0 = not measured
  std::vector<Setting> chosen;  ///< by cross-validation
  Index chosen_dims = 0;        ///< by cross-validation; 0 = not asked for
};

struct Contest {
  std::string name;
  std::vector<std::optional<SplitScore>> splits;
  std::string failure;     ///< why it dropped out, or ""
  Index failed_split = 0;  ///< where: it is not tried on later ones
};

struct Evaluation {
  std::uint64_t seed = 0;
  bool honest = false;
  std::vector<Index> dims;  ///< those that are compared; none = all
  std::vector<Contest> contests;

  Index finished() const;  ///< splits that all contestants have been through
  bool complete() const;
};

struct EvaluateHooks {
  /// Around each fit of the first split, which runs alone; `peak` gives the bytes of the one before.
  std::function<void()> before_fit;
  std::function<double()> peak;
};

/// Goes on where `evaluation` stands (start with an empty one): split by split, contestant by contestant.
/// When cancelled, what is done so far stays in `evaluation`.
template <class S>
Status evaluate(const Registry& registry, const Dataset<S>& data, const EvaluateOptions& options,
                Evaluation& evaluation, Monitor& monitor, const EvaluateHooks& hooks = {});

/// A contest in one line.
struct Standing {
  Index dims = 0;  ///< where its mean error is smallest; honest: 0, it differs from split to split
  Summary error;   ///< there
  double p = 1;    ///< paired t-test against the best contest
  bool best = false;
  bool not_worse = false;  ///< than the best, at 5 %
  double fit_seconds = 0;  ///< mean
  double peak_bytes = 0;   ///< largest
};
/// Of all contests, over the splits that all have been through. Failed ones have no splits (`error.n` = 0).
std::vector<Standing> standings(const Evaluation& evaluation);

/// Mean and deviation of the error in every dimension that all splits reach.
std::vector<Summary> curve(const Evaluation& evaluation, const Contest& contest);

/// Without `times`, seconds and bytes are left out: then the same seed gives the same text.
Json evaluation_json(const Evaluation& evaluation, bool times = false);
Result<Evaluation> evaluation_from_json(const Json& json);

}  // namespace tanda
