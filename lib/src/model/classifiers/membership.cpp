// Each class has columns of its own. In the columns of a class, the distance to its nearest point is compared
// with that to the nearest point of another class; the class with the smallest ratio wins.
#include "model/classifiers/panel.hpp"
#include "tanda/detail/scores.hpp"

namespace tanda::internal {
namespace {

Status set_membership(ModelParts& parts, const ClassifierSetting& setting) {
  if (setting.block == 0)
    return Status(Code::bad_argument,
                  "this method does not give each class columns of its own to be a member in",
                  "use {classifier=knn:1} or {classifier=mean}");
  parts.neighbors = std::min(setting.count, setting.points);
  parts.block = setting.block;
  return {};
}

/// The scores are the degrees of membership θ², divided by their sum.
template <class S>
void decide_by_membership(const Batch<S>& batch) {
  const Index block = batch.by.block, classes = batch.samples.rows() / block, n = batch.samples.cols();
  Matrix<S> own(batch.scratch, classes, n), rest(batch.scratch, classes, n);
  own.setConstant(std::numeric_limits<S>::infinity());
  rest.setConstant(std::numeric_limits<S>::infinity());
  for_each_panel<S>(batch.by, batch.scratch, [&](const Matrix<S>& panel, Index first, Index count) {
    for (Index i = 0; i < n; ++i) {
      for (Index c = 0; c < classes; ++c) {
        const Lanes<S> sums = distances<S>(panel, batch.samples.col(i).data(), c * block, (c + 1) * block);
        for (Index l = 0; l < count; ++l) {
          S& nearest = batch.by.labels[first + l] == c ? own(c, i) : rest(c, i);
          if (sums[l] < nearest) nearest = sums[l];
        }
      }
    }
  });
  for (Index i = 0; i < n; ++i) {
    S highest = -1;
    for (Index c = 0; c < classes; ++c) {
      const S degree = own(c, i) = membership_degree(rest(c, i), own(c, i));
      if (degree > highest) {
        highest = degree;
        if (batch.labels) batch.labels[i] = static_cast<int>(c);
      }
    }
    if (!batch.scores) continue;
    shares(own.col(i).data(), std::size_t(classes));
    std::copy_n(own.col(i).data(), classes, batch.scores + i * classes);
  }
}

}  // namespace

extern const ClassifierInfo membership_classifier;
const ClassifierInfo membership_classifier{
    "membership",
    "",
    "for methods with columns for each class, which take it by default",
    2,
    Rule::membership,
    set_membership,
    nullptr,
    nullptr,
    decide_by_membership<float>,
    decide_by_membership<double>};

}  // namespace tanda::internal
