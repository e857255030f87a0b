// An experiment: its splits, and whether an earlier report belongs to the same one.
#pragma once

#include "select/evaluate.hpp"

namespace tanda::internal {

/// The options with which a contestant is fitted for scoring.
FitOptions scored_options(const Contestant& contestant);

/// The split of that seed, with the sizes and strata of the options.
template <class S>
Result<Split> split_of(const Dataset<S>& data, const EvaluateOptions& options, Unlabelled unlabelled,
                       std::uint64_t seed);

/// ok, or a message that names the first option that differs.
Status same_experiment(const Experiment& report, const Experiment& now);

/// Checks that the scores of an earlier report belong to these contestants, classes and splits, and agree
/// with each other.
Status check_scores(const Evaluation& evaluation, const EvaluateOptions& options);

}  // namespace tanda::internal
