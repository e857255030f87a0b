// Predicts the class with the nearest mean; of equally near ones, the lower class number. In a file the means
// are the reference points, one per class, and the nearest point decides.
#include "model/classifiers/panel.hpp"
#include "tanda/detail/scores.hpp"

namespace tanda::internal {
namespace {

Status set_mean(ModelParts& parts, const ClassifierSetting&) {
  parts.neighbors = 1;
  return {};
}

/// Replaces the references by the class means. They are running means, because a sum of many large numbers
/// could overflow.
void keep_means(ModelParts& parts) {
  const std::int32_t classes = 1 + *std::max_element(parts.labels.begin(), parts.labels.end());
  MatrixD means = MatrixD::Zero(parts.references.rows(), classes);
  std::vector<double> counts(std::size_t(classes), 0.0);
  for (Index i = 0; i < parts.references.cols(); ++i) {
    const std::int32_t c = parts.labels[std::size_t(i)];
    means.col(c) += (parts.references.col(i).cast<double>() - means.col(c)) / ++counts[std::size_t(c)];
  }
  std::vector<std::int32_t> present;
  for (std::int32_t c = 0; c < classes; ++c)
    if (counts[std::size_t(c)] > 0) present.push_back(c);
  parts.references.resize(means.rows(), Index(present.size()));
  for (std::size_t i = 0; i < present.size(); ++i)
    parts.references.col(Index(i)) = means.col(present[i]).cast<float>();
  parts.labels = std::move(present);
}

bool are_means(const ModelParts& parts) {
  return parts.neighbors == 1 &&
         std::adjacent_find(parts.labels.begin(), parts.labels.end(), [](int a, int b) { return a >= b; }) ==
             parts.labels.end();
}

/// The scores are 1/distance² to each mean, divided by their sum.
template <class S>
void decide_by_mean(const Batch<S>& batch) {
  const Classifier& by = batch.by;
  const Index n = batch.samples.cols(), m = by.references.cols();
  Matrix<S> squared(batch.scratch, m, n), shared(batch.scratch, batch.classes, batch.scores ? 1 : 0);
  for_each_panel<S>(by, batch.scratch, [&](const Matrix<S>& panel, Index first, Index count) {
    for (Index i = 0; i < n; ++i) {
      const Lanes<S> sums = distances<S>(panel, batch.samples.col(i).data(), 0, panel.cols());
      for (Index l = 0; l < count; ++l) squared(first + l, i) = detail::defined_distance<S>(sums[l]);
    }
  });
  for (Index i = 0; i < n; ++i) {
    const S* const begin = squared.col(i).data();
    if (batch.labels) batch.labels[i] = by.labels[std::min_element(begin, begin + m) - begin];
    if (!batch.scores) continue;
    shared.setConstant(std::numeric_limits<S>::infinity());
    for (Index j = 0; j < m; ++j) shared(by.labels[j], 0) = begin[j];
    inverse_shares(shared.data(), std::size_t(batch.classes));
    std::copy_n(shared.data(), batch.classes, batch.scores + i * batch.classes);
  }
}

}  // namespace

const ClassifierInfo mean_classifier{"mean",
                                     "",
                                     "the class with the nearest mean",
                                     3,
                                     Rule::neighbors,
                                     set_mean,
                                     keep_means,
                                     are_means,
                                     decide_by_mean<float>,
                                     decide_by_mean<double>};

}  // namespace tanda::internal
