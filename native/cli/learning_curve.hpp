// Learning curves: evaluations with training sets of several sizes, as a table, CSV, JSON and a page.
#pragma once

#include "evaluation_report.hpp"

namespace cli {

struct CurvePoint {
  tanda::internal::Index samples;  ///< that each split trains on
  tanda::internal::Evaluation evaluation;
};

/// All points have the same methods in the same order. There is at least one.
using LearningCurve = std::vector<CurvePoint>;

std::string curve_table(const LearningCurve& curve, const EvaluationContext& context);
/// The CSV of each evaluation, with the number of training samples as the first column.
std::string curve_csv(const LearningCurve& curve, bool times);
tanda::internal::Json curve_json(const LearningCurve& curve, bool times);
std::string curve_html(const LearningCurve& curve, const EvaluationContext& context);

}  // namespace cli
