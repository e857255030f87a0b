// An example classifier in one file, as every classifier is written. The test adds one line to a copy of the
// table and finds it in all commands.
#include "model/classifiers.hpp"
#include "tanda/detail/scores.hpp"
#include "tanda/detail/vote.hpp"

namespace tanda::internal {
namespace {

Status set_farthest(ModelParts& parts, const ClassifierSetting&) {
  parts.neighbors = 1;
  return {};
}

/// Predicts the class of the farthest reference point, with score 1.
template <class S>
void decide_by_farthest(const Batch<S>& batch) {
  const Classifier& by = batch.by;
  for (Index i = 0; i < batch.samples.cols(); ++i) {
    Index farthest = 0;
    S most = -1;
    for (Index j = 0; j < by.references.cols(); ++j) {
      const S distance = (by.references.col(j).template cast<S>() - batch.samples.col(i)).squaredNorm();
      if (distance > most) {
        most = distance;
        farthest = j;
      }
    }
    if (batch.labels) batch.labels[i] = by.labels[farthest];
    for (Index c = 0; batch.scores && c < batch.classes; ++c)
      batch.scores[i * batch.classes + c] = c == by.labels[farthest] ? 1.0f : 0.0f;
  }
}

}  // namespace

extern const ClassifierInfo farthest_classifier;
const ClassifierInfo farthest_classifier{"farthest",
                                         "",
                                         "the class of the farthest training sample",
                                         99,
                                         Rule::neighbors,
                                         set_farthest,
                                         nullptr,
                                         nullptr,
                                         decide_by_farthest<float>,
                                         decide_by_farthest<double>};

}  // namespace tanda::internal
