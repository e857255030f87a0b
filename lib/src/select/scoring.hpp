// The number of test samples classified wrongly in the first 1, 2, ..., r dimensions, all in one pass.
#pragma once

#include <vector>

#include "base/monitor.hpp"
#include "base/types.hpp"
#include "model/classifier.hpp"
#include "tanda/status.hpp"

namespace tanda::internal {

struct DimScores {
  /// Entry q − 1: samples classified wrongly in the first q dimensions; r entries or, where the classifier
  /// has a block of columns for each class, as many as a block has dimensions.
  std::vector<Index> errors;
  std::vector<std::vector<Index>> class_errors;  ///< the same for each class: entry [q − 1][class]
  Index tested = 0;                              ///< samples with a label; the others do not count

  /// 0 without samples.
  double error(Index dims) const {
    const auto wrong = static_cast<double>(errors[static_cast<std::size_t>(dims - 1)]);
    return tested == 0 ? 0 : wrong / static_cast<double>(tested);
  }
};

/// Scores projected samples (r×m) with m labels, numbered like the classifier's; negative = none. A class
/// unknown to the classifier is always wrong. The result is exactly that of `classify` in the first q
/// dimensions: distances are summed over dimensions in the same order and precision, but only once for all q.
/// O(m n r): two to four times the time of `classify` in all r dimensions with one neighbour; more with many
/// neighbours, since every dimension has its own majority, or with blocks and neighbours. Memory O(n r),
/// whatever m is. Stage "score" of the monitor; Code::cancelled when it is cancelled.
template <class S>
Result<DimScores> score_dims(const Classifier& classifier, ConstMatrixView<S> projected, const int* labels,
                             Monitor& monitor);

/// The predicted labels in the first `dims` dimensions (of each class's block, if there are blocks), for
/// example for a confusion matrix in the dimensions with the best score.
template <class S>
Result<std::vector<int>> classify_in(const Classifier& classifier, ConstMatrixView<S> projected, Index dims);

}  // namespace tanda::internal
