// Predicts the majority class of the k nearest reference points; of equally frequent classes, the one with
// the nearest point.
#include "model/nearest_points.hpp"
#include "tanda/detail/scores.hpp"

namespace tanda::internal {
namespace {

Status set_neighbors(ModelParts& parts, const ClassifierSetting& setting) {
  parts.neighbors = std::min(setting.count, setting.points);
  return {};
}

template <class S>
void decide_by_neighbors(const Batch<S>& batch) {
  const Classifier& by = batch.by;
  for_each_nearest(
      by, batch.samples, by.neighbors, batch.tree, batch.scratch, [&](Index i, const Nearest<S>& nearest) {
        if (batch.labels) batch.labels[i] = nearest.vote(by.labels);
        if (batch.scores)
          neighbor_scores(nearest, by.labels, std::size_t(batch.classes), batch.scores + i * batch.classes);
      });
}

}  // namespace

extern const ClassifierInfo neighbors_classifier;
const ClassifierInfo neighbors_classifier{"knn",
                                          "K",
                                          "the majority of the K nearest training samples",
                                          1,
                                          Rule::neighbors,
                                          set_neighbors,
                                          nullptr,
                                          nullptr,
                                          decide_by_neighbors<float>,
                                          decide_by_neighbors<double>};

}  // namespace tanda::internal
