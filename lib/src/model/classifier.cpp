#include "tanda/model/classifier.hpp"

#include <algorithm>
#include <lanes.hpp>  // of whoever TANDA_DENSE names
#include <limits>
#include <string>

#include "reference_tree.hpp"
#include "tanda/base/guarded.hpp"
#include "tanda/base/text.hpp"
#include "tanda/linalg/dense.hpp"
#include "tanda/model/vote.hpp"

namespace tanda {
namespace {

/// Column j holds feature j of sixteen samples.
template <class S>
using LanePanel = Eigen::Array<S, lanes, Eigen::Dynamic>;

/// Adds squared differences of one feature.
template <class S>
[[gnu::always_inline]] inline void add_feature(Lanes<S>& sum, const Lanes<S>& points, S sample) {
  const Lanes<S> apart = points - sample;
  sum += apart * apart;
}

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

/// Hands out the reference points sixteen at a time: use(panel, first, count).
template <class S, class Use>
void for_each_panel(const Classifier& classifier, Use use) {
  const auto& references = classifier.references;
  LanePanel<S> panel = LanePanel<S>::Zero(lanes, references.rows());
  for (Index first = 0; first < references.cols(); first += lanes) {
    const Index count = std::min(lanes, references.cols() - first);
    for (Index i = 0; i < count; ++i)
      panel.row(i) = references.col(first + i).transpose().array().template cast<S>();
    use(panel, first, count);
  }
}

/// Squared distances of one sample to sixteen points, in columns begin..end-1.
template <class S>
Lanes<S> distances(const LanePanel<S>& panel, const S* sample, Index begin, Index end) {
  Lanes<S> sum = same_lanes(S{0});
  for (Index j = begin; j < end; ++j) add_feature<S>(sum, load_lanes(panel.col(j).data()), sample[j]);
  return sum;
}

constexpr Index queries_at_once = 4;

/// The same for four samples from `first` on, the last of the batch for those that are not there: one alone
/// would wait for its own sums.
template <class S, class Samples>
void distances_of_four(const LanePanel<S>& panel, const Samples& batch, Index first,
                       Lanes<S> (&sums)[queries_at_once]) {
  const auto sample = [&](Index k) { return batch.col(std::min(first + k, batch.cols() - 1)).data(); };
  const S *const x0 = sample(0), *const x1 = sample(1), *const x2 = sample(2), *const x3 = sample(3);
  Lanes<S> s0 = same_lanes(S{0}), s1 = s0, s2 = s0, s3 = s0;
  for (Index j = 0; j < batch.rows(); ++j) {
    const Lanes<S> points = load_lanes(panel.col(j).data());
    add_feature<S>(s0, points, x0[j]);
    add_feature<S>(s1, points, x1[j]);
    add_feature<S>(s2, points, x2[j]);
    add_feature<S>(s3, points, x3[j]);
  }
  sums[0] = s0;
  sums[1] = s1;
  sums[2] = s2;
  sums[3] = s3;
}

template <class S, class Samples>
void by_neighbors(const Classifier& classifier, const Samples& batch, int* out) {
  const auto wanted = static_cast<std::size_t>(std::min(classifier.neighbors, classifier.references.cols()));
  std::vector<Neighbor<S>> room(wanted * static_cast<std::size_t>(batch.cols()));
  std::vector<Nearest<S>> nearest;
  nearest.reserve(static_cast<std::size_t>(batch.cols()));
  for (Index i = 0; i < batch.cols(); ++i)
    nearest.emplace_back(room.data() + static_cast<std::size_t>(i) * wanted, wanted);

  for_each_panel<S>(classifier, [&](const LanePanel<S>& panel, Index first, Index count) {
    Lanes<S> sums[queries_at_once];
    for (Index i = 0; i < batch.cols(); i += queries_at_once) {
      distances_of_four<S>(panel, batch, i, sums);
      for (Index k = 0; k < std::min(queries_at_once, batch.cols() - i); ++k) {
        Nearest<S>& own = nearest[static_cast<std::size_t>(i + k)];
        if (!own.takes(lowest_lane<S>(sums[k]))) continue;
        for (Index l = 0; l < count; ++l) own.offer(sums[k][l], static_cast<std::uint32_t>(first + l));
      }
    }
  });
  for (Index i = 0; i < batch.cols(); ++i)
    out[i] = nearest[static_cast<std::size_t>(i)].vote(classifier.labels);
}

/// The same for one sample with the points that a tree finds, measured by the same sums in the same order.
/// False if the tree does not know.
template <class S, class Sample>
bool by_tree(ReferenceTree<S>& tree, const Classifier& classifier, const Sample& sample, int* out) {
  const auto& references = classifier.references;
  const auto wanted = static_cast<std::size_t>(std::min(classifier.neighbors, references.cols()));
  std::vector<std::uint32_t> found;
  if (!tree.find(sample.data(), wanted, found)) return false;
  std::vector<Neighbor<S>> room(wanted);
  Nearest<S> nearest(room.data(), wanted);
  LanePanel<S> panel = LanePanel<S>::Zero(lanes, references.rows());
  Lanes<S> sums[queries_at_once];
  for (std::size_t first = 0; first < found.size(); first += std::size_t(lanes)) {
    const Index count = std::min(lanes, Index(found.size() - first));
    const std::uint32_t* const at = found.data() + first;
    for (Index i = 0; i < count; ++i)
      panel.row(i) = references.col(Index(at[i])).transpose().array().template cast<S>();
    distances_of_four<S>(panel, sample, 0, sums);
    for (Index l = 0; l < count; ++l) nearest.offer(sums[0][l], at[l]);
  }
  *out = nearest.vote(classifier.labels);
  return true;
}

template <class S, class Samples>
void by_membership(const Classifier& classifier, const Samples& batch, int* out) {
  const Index block = classifier.block, classes = batch.rows() / block;
  Matrix<S> own = Matrix<S>::Constant(classes, batch.cols(), std::numeric_limits<S>::infinity());
  Matrix<S> rest = own;
  for_each_panel<S>(classifier, [&](const LanePanel<S>& panel, Index first, Index count) {
    for (Index i = 0; i < batch.cols(); ++i) {
      for (Index c = 0; c < classes; ++c) {
        const Lanes<S> sums = distances<S>(panel, batch.col(i).data(), c * block, (c + 1) * block);
        for (Index l = 0; l < count; ++l) {
          S& nearest = classifier.labels[first + l] == c ? own(c, i) : rest(c, i);
          if (sums[l] < nearest) nearest = sums[l];
        }
      }
    }
  });
  for (Index i = 0; i < batch.cols(); ++i) {
    S highest = -1;
    for (Index c = 0; c < classes; ++c) {
      const S degree = membership_degree(rest(c, i), own(c, i));
      if (degree > highest) {
        highest = degree;
        out[i] = static_cast<int>(c);
      }
    }
  }
}

}  // namespace

template <class S>
Result<std::vector<int>> BlockClassifier<S>::operator()(ConstMatrixView<S> projected) {
  return guarded([&]() -> Result<std::vector<int>> {
    if (Status status = check(classifier_, projected.rows()); !status) return status;
    std::vector<int> result(static_cast<std::size_t>(projected.cols()), 0);
    const auto& references = classifier_.references;
    if (!tree_ && classifier_.rule == Rule::neighbors &&
        reference_tree_pays(references.rows(), references.cols(), samples_) && all_finite(references))
      tree_ = std::make_shared<ReferenceTree<S>>(references);
    // A panel of samples at a time: their nearest so far are held while the reference points pass by.
    for (Index first = 0; first < projected.cols(); first += panel_samples) {
      const auto batch = projected.middleCols(first, std::min(panel_samples, projected.cols() - first));
      if (tree_) {
        for (Index i = first; i < first + batch.cols(); ++i) {
          const auto sample = projected.middleCols(i, 1);
          int* const out = result.data() + i;
          if (!by_tree<S>(*tree_, classifier_, sample, out)) by_neighbors<S>(classifier_, sample, out);
        }
      } else if (classifier_.rule == Rule::neighbors) {
        by_neighbors<S>(classifier_, batch, result.data() + first);
      } else {
        by_membership<S>(classifier_, batch, result.data() + first);
      }
    }
    return result;
  });
}

template class BlockClassifier<float>;
template class BlockClassifier<double>;

}  // namespace tanda
