// Classification of projected samples by reference points, used by `predict` and cross-validation.
#pragma once

#include <cstdint>
#include <vector>

#include "base/types.hpp"
#include "tanda/detail/rule.hpp"
#include "tanda/status.hpp"

namespace tanda::internal {

/// A view on reference points r×m, their class numbers, and the rule.
struct Classifier {
  ConstMatrixView<float> references;
  const std::int32_t* labels;  ///< m, all ≥ 0; below r / block with Rule::membership
  Rule rule = Rule::neighbors;
  Index neighbors = 1;  ///< Rule::neighbors; a number above m means all points
  Index block = 0;      ///< columns per class, 0 = every class uses all columns; `classify` reads it with
                        ///< Rule::membership only
};

/// Class numbers of projected samples (r×n), block by block. Distances are sums of squared differences in the
/// samples' precision, added up in the order of the columns. O(n m r) time, less with many samples and points
/// of few columns; memory does not grow with n·m.
template <class S>
Result<std::vector<int>> classify(const Classifier& classifier, ConstMatrixView<S> projected);

}  // namespace tanda::internal
