// An evaluation as text: a table for people, CSV, and a self-contained HTML page.
#pragma once

#include <map>

#include "select/evaluate.hpp"
#include "svg.hpp"

namespace cli {

/// What a report says besides the numbers.
struct EvaluationContext {
  std::string data;        ///< name of the file
  std::string what;        ///< "1593 × 256, 10 classes"
  std::string split;       ///< "10 splits, 25 % of each class for training"
  std::string note;        ///< PCA, scaling and the like; may be empty
  std::string classifier;  ///< "7-NN"
};

/// Keyed by the number of the contest.
using Confusions = std::map<std::size_t, tanda::internal::Confusion>;

/// A method's pictures on the first split.
struct EvaluationPicture {
  std::string name;
  std::string scatter, confusion;  ///< <svg>, or empty
};

std::string evaluation_table(const tanda::internal::Evaluation& evaluation, const EvaluationContext& context,
                             const Confusions& confusions);
/// A line for each method, split and dimension; with `times`, the seconds of the fit in each.
std::string evaluation_csv(const tanda::internal::Evaluation& evaluation, bool times);
/// A line for each method and each pair of classes that occurs.
std::string confusion_csv(const tanda::internal::Evaluation& evaluation, const Confusions& confusions);
std::string evaluation_html(const tanda::internal::Evaluation& evaluation, const EvaluationContext& context,
                            const std::vector<EvaluationPicture>& pictures);

}  // namespace cli
