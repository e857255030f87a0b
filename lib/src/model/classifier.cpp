#include "model/classifier.hpp"

#include <algorithm>
#include <limits>

#include "base/guarded.hpp"
#include "base/text.hpp"
#include "model/classifiers.hpp"
#include "reference_tree.hpp"

namespace tanda::internal {
namespace {

Status check(const Classifier& classifier, Index outputs) {
  const Index columns = classifier.references.rows(), points = classifier.references.cols();
  if (classifier.rule == Rule::none) return {Code::bad_argument, "the model has no classifier"};
  if (columns != outputs)
    return {Code::wrong_shape,
            joined({"the projected samples have ", outputs, " columns, the reference points ", columns})};
  if (points == 0 || !classifier.labels)
    return {Code::wrong_shape, "there are no reference points to classify by"};
  if (points > std::numeric_limits<std::int32_t>::max())
    return {Code::wrong_shape, "there are too many reference points"};
  Index classes = std::numeric_limits<std::int32_t>::max();
  if (classifier.rule == Rule::neighbors) {
    if (classifier.neighbors < 1) return {Code::bad_argument, "the number of neighbors must be at least 1"};
  } else {
    if (classifier.block < 1 || columns % classifier.block != 0)
      return {Code::wrong_shape,
              joined({columns, " columns are not blocks of ", classifier.block, ", one per class"})};
    classes = columns / classifier.block;
  }
  for (Index i = 0; i < points; ++i)
    if (classifier.labels[i] < 0 || classifier.labels[i] >= classes)
      return {Code::wrong_shape, joined({"reference point ", i, " is of class ", classifier.labels[i],
                                         ", which does not exist"})};
  return {};
}

}  // namespace

template <class S>
Result<std::vector<int>> classify(const Classifier& classifier, ConstMatrixView<S> projected) {
  return guarded([&]() -> Result<std::vector<int>> {
    if (Status status = check(classifier, projected.rows()); !status) return status;
    std::vector<int> result(static_cast<std::size_t>(projected.cols()), 0);
    const auto& references = classifier.references;
    const SharedTree<S> trees;
    const ReferenceTree<S>* const tree = classifier.rule == Rule::neighbors && references.allFinite()
                                             ? trees.after(projected.cols(), references)
                                             : nullptr;
    const ClassifierInfo& info = classifier_of_rule(classifier.rule);
    for (Index first = 0; first < projected.cols(); first += panel_samples) {
      const Index count = std::min(panel_samples, projected.cols() - first);
      const ConstMatrixView<S> batch(projected.col(first).data(), projected.rows(), count);
      info.decide_on(Batch<S>{classifier, batch, 0, result.data() + first, nullptr, nullptr, tree});
    }
    return result;
  });
}

template Result<std::vector<int>> classify(const Classifier&, ConstMatrixView<float>);
template Result<std::vector<int>> classify(const Classifier&, ConstMatrixView<double>);

}  // namespace tanda::internal
