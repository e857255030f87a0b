// Evaluations with training parts of several sizes, beside each other: as a table, CSV, JSON and a page.
#pragma once

#include "evaluation_report.hpp"

namespace cli {

struct CurvePoint {
  tanda::internal::Index samples;  ///< that each split is trained on
  tanda::internal::Evaluation evaluation;
};

/// Points have the same methods in the same order, and there is at least one.
using LearningCurve = std::vector<CurvePoint>;

std::string curve_table(const LearningCurve& curve, const EvaluationContext& context);
/// That of each evaluation, with the number of samples first.
std::string curve_csv(const LearningCurve& curve, bool times);
tanda::internal::Json curve_json(const LearningCurve& curve, bool times);
std::string curve_html(const LearningCurve& curve, const EvaluationContext& context);

}  // namespace cli
