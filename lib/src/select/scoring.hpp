// How many test samples are classified wrongly in the first 1, 2, ..., r dimensions: all of them in one go.
#pragma once

#include <vector>

#include "base/monitor.hpp"
#include "base/types.hpp"
#include "model/classifier.hpp"
#include "tanda/status.hpp"

namespace tanda::internal {

struct DimScores {
  /// Entry q − 1: samples classified wrongly in the first q dimensions; r entries, where the classifier has
  /// blocks of columns for each class one for each of the `block` dimensions of a class.
  std::vector<Index> errors;
  std::vector<std::vector<Index>> class_errors;  ///< the same, of each class: entry [q − 1][class]
  Index tested = 0;                              ///< samples with a label; the others do not count

  /// Of no samples: 0.
  double error(Index dims) const {
    const auto wrong = static_cast<double>(errors[static_cast<std::size_t>(dims - 1)]);
    return tested == 0 ? 0 : wrong / static_cast<double>(tested);
  }
};

/// Scores projected samples (r×m) with m labels in the numbers of the classifier's; negative = none. A class
/// that the classifier does not know is always wrong. Gives exactly what `classify` in the first q dimensions
/// would give: distances grow dimension by dimension, in the same order and precision, and never start anew.
/// O(m n r): two to four times `classify` in all r dimensions with one neighbor, more with many, since every
/// dimension has its own vote, or with neighbours among blocks. Memory O(n r), whatever m is.
/// Stage "score" of the monitor; Code::cancelled when that says so.
template <class S>
Result<DimScores> score_dims(const Classifier& classifier, ConstMatrixView<S> projected, const int* labels,
                             Monitor& monitor);

/// Predicted labels in the first `dims` dimensions (of each class's block, if there are blocks), such as for
/// a confusion matrix at the dimension that scored best.
template <class S>
Result<std::vector<int>> classify_in(const Classifier& classifier, ConstMatrixView<S> projected, Index dims);

}  // namespace tanda::internal
