// The pictures of an evaluation: each method's first two dimensions and its confusion matrix, on the first
// split.
#pragma once

#include "evaluation_report.hpp"

namespace cli {

struct EvaluationPictures {
  std::vector<EvaluationPicture> all;
  std::vector<std::string> failures;  ///< which methods have no pictures, and why
};

/// Repeats the fit of every method that did not fail. Methods that cannot be drawn are left out.
template <class S>
EvaluationPictures evaluation_pictures(const tanda::internal::Registry& registry,
                                       const tanda::internal::Dataset<S>& data,
                                       const tanda::internal::EvaluateOptions& options,
                                       const tanda::internal::Evaluation& evaluation);

}  // namespace cli
