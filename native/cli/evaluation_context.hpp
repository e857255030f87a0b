// What an evaluation's reports say about the table, its splits, and sizes that some classes cannot give.
#pragma once

#include "evaluate_options.hpp"
#include "evaluation_report.hpp"

namespace cli {

/// How many different strata each class has.
std::vector<Index> strata_of_classes(const std::vector<int>& labels, const std::vector<int>& strata,
                                     std::size_t classes);

struct TableShape {
  Index rows, columns;
};

/// `train`: the training sizes that were compared; `strata`: the number of strata of each class.
EvaluationContext evaluation_context(const EvaluateArguments& arguments,
                                     const tanda::internal::EvaluateOptions& options, TableShape shape,
                                     const std::vector<tanda::internal::SampleSize>& train,
                                     const tanda::internal::Evaluation& evaluation,
                                     const std::vector<Index>& strata);

/// Notes about sizes that some classes cannot give.
std::vector<std::string> size_notes(const EvaluateArguments& arguments,
                                    const tanda::internal::EvaluateOptions& options,
                                    const tanda::internal::Evaluation& evaluation,
                                    const std::vector<Index>& strata);

}  // namespace cli
