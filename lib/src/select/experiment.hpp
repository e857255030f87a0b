// An experiment: its splits, and whether an earlier report is one of the same.
#pragma once

#include "select/evaluate.hpp"

namespace tanda::internal {

/// How a contestant is fitted to be scored.
FitOptions scored_options(const Contestant& contestant);

/// The split of that seed, in the sizes and by the strata that the options say.
template <class S>
Result<Split> split_of(const Dataset<S>& data, const EvaluateOptions& options, Unlabelled unlabelled,
                       std::uint64_t seed);

/// ok, or a message that names the first thing that differs.
Status same_experiment(const Experiment& report, const Experiment& now);

/// Scores of an earlier report are those of these contestants, classes and splits, and agree with each other.
Status check_scores(const Evaluation& evaluation, const EvaluateOptions& options);

}  // namespace tanda::internal
