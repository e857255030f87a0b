// Classification of projected samples by reference points: what `predict` and cross-validation share.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "tanda/base/status.hpp"
#include "tanda/base/types.hpp"
#include "tanda/model/rule.hpp"

namespace tanda {

/// A view: reference points r×m with their class numbers, and the rule.
struct Classifier {
  ConstMatrixView<float> references;
  const std::int32_t* labels;  ///< m, all ≥ 0; below r / block with Rule::membership
  Rule rule = Rule::neighbors;
  Index neighbors = 1;  ///< Rule::neighbors; more than there are points means all of them
  Index block =
      0;  ///< columns per class, 0 = all belong together; `classify` asks with Rule::membership only
};

template <class S>
struct ReferenceTree;

/// Class numbers of projected samples (r×n), block after block. Distances are sums of squared differences in
/// the samples' precision, added up in the order of the columns. O(n m r) time, less with many samples and
/// points of few columns; memory does not grow with n·m.
template <class S>
class BlockClassifier {
 public:
  /// For about so many samples in all. The views of `classifier` have to outlive this.
  BlockClassifier(const Classifier& classifier, Index samples) : classifier_(classifier), samples_(samples) {}
  BlockClassifier(BlockClassifier&&) = default;  ///< a copy would share scratch

  Result<std::vector<int>> operator()(ConstMatrixView<S> projected);

 private:
  Classifier classifier_;
  Index samples_;
  std::shared_ptr<ReferenceTree<S>> tree_;  ///< from the first block on, where it pays
};

/// All samples as one block.
template <class S>
Result<std::vector<int>> classify(const Classifier& classifier, ConstMatrixView<S> projected) {
  return BlockClassifier<S>(classifier, projected.cols())(projected);
}

}  // namespace tanda
