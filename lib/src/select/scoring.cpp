#include "select/scoring.hpp"

#include <algorithm>
#include <lanes.hpp>  // of the back end that TANDA_DENSE names
#include <limits>
#include <numeric>
#include <string>

#include "base/text.hpp"
#include "tanda/detail/vote.hpp"

namespace tanda::internal {
namespace {

// Reference points are stored in vector lanes and sums run over the dimensions in order, as in `classify`: so
// the distances are equal to the last bit.
/// Reference points whose distances are held at a time, so that they stay in the first-level cache for all
/// dimensions.
constexpr Index chunk = 1024;
/// Reference points whose smallest distance is compared with the bound before any single one is.
constexpr Index stripe = 64;
static_assert(chunk % stripe == 0 && stripe % lanes == 0);
/// Neighbours held at a time, over all dimensions of a batch of samples.
constexpr Index room_limit = Index{1} << 17;

template <class S>
constexpr S infinity = std::numeric_limits<S>::infinity();

/// Reference points as rows, stored one dimension after the other; padding rows are infinitely far.
template <class S>
Matrix<S> by_dimension(const Classifier& classifier, const std::vector<Index>& row_of_point, Index rows) {
  Matrix<S> points = Matrix<S>::Constant(rows, classifier.references.rows(), infinity<S>);
  for (Index i = 0; i < classifier.references.cols(); ++i)
    points.row(row_of_point[static_cast<std::size_t>(i)]) =
        classifier.references.col(i).transpose().template cast<S>();
  return points;
}

/// Adds one dimension to the distances of one register of points, and lowers `low` to their minimum. With
/// finite samples and points all distances are numbers or infinite; with others NaN distances are skipped, as
/// `classify` does.
template <class S>
void add_dimension(S* distances, const S* points, S sample, bool finite, Lanes<S>& low) {
  Lanes<S> sums = load_lanes(distances);
  const Lanes<S> apart = load_lanes(points) - sample;
  sums += apart * apart;
  store_lanes<S>(distances, sums);
  if (finite) {
    low = lower_lanes<S>(low, sums);
  } else {
    for (Index l = 0; l < lanes; ++l) low[l] = distances[l] < low[l] ? distances[l] : low[l];
  }
}

Index rounded_up(Index count, Index unit) {
  return (count + unit - 1) / unit * unit;
}

/// Scoring by Rule::neighbors.
template <class S>
class NeighborScorer {
 public:
  NeighborScorer(const Classifier& classifier, Index dims)
      : classifier_(classifier),
        finite_points_(classifier.references.allFinite()),
        count_(classifier.references.cols()),
        wanted_(std::min(classifier.neighbors, count_)),
        dims_(dims),
        batch_(std::clamp<Index>(room_limit / std::max<Index>(1, wanted_ * dims), 1, panel_samples)),
        distances_(static_cast<std::size_t>(chunk)),
        room_(static_cast<std::size_t>(batch_ * dims * wanted_)) {
    std::vector<Index> rows(static_cast<std::size_t>(count_));
    std::iota(rows.begin(), rows.end(), Index{0});
    points_ = by_dimension<S>(classifier, rows, rounded_up(count_, stripe));
  }

  Index dims() const { return dims_; }
  Index batch() const { return batch_; }

  /// Calls predicted(sample, dimension from 0, label) for each of at most `batch` samples and each dimension.
  template <class Samples, class Use>
  void classify(const Samples& samples, Use predicted) {
    nearest_.clear();
    for (Index i = 0; i < samples.cols() * dims_; ++i)
      nearest_.emplace_back(room_.data() + i * wanted_, static_cast<std::size_t>(wanted_));
    for (Index first = 0; first < count_; first += chunk) {
      for (Index i = 0; i < samples.cols(); ++i) meet(samples.col(i), i * dims_, first);
    }
    for (Index i = 0; i < samples.cols(); ++i) {
      for (Index q = 0; q < dims_; ++q)
        predicted(i, q, nearest_[static_cast<std::size_t>(i * dims_ + q)].vote(classifier_.labels));
    }
  }

 private:
  /// Compares one sample with one chunk of points, in all dimensions.
  template <class Sample>
  void meet(const Sample& sample, Index row, Index first) {
    const bool finite = finite_points_ && sample.allFinite();
    const Index size = std::min(chunk, points_.rows() - first);
    std::fill(distances_.begin(), distances_.end(), S{0});
    for (Index q = 0; q < dims_; ++q) {
      const S* points = points_.col(q).data() + first;
      for (Index s = 0; s < size; s += stripe) {
        Lanes<S> low = same_lanes(infinity<S>);
        for (Index l = s; l < s + stripe; l += lanes)
          add_dimension(distances_.data() + l, points + l, sample[q], finite, low);
        lowest_[s / stripe] = lowest_lane<S>(low);
      }
      offer(row + q, first, std::min(size, count_ - first), bound(row + q, q, first));
    }
  }

  /// An upper bound of the distance of the wanted neighbours; points further away cannot be among them. In
  /// the first chunk it comes from the neighbours in one dimension less, which are nearly always the right
  /// ones.
  S bound(Index at, Index q, Index first) const {
    if (first > 0) return is_full(at) ? neighbor(at, wanted_ - 1).distance : infinity<S>;
    if (q == 0 || !is_full(at - 1)) return infinity<S>;
    S furthest = 0;
    for (Index k = 0; k < wanted_; ++k)
      furthest = std::max(furthest, detail::defined_distance(distances_[neighbor(at - 1, k).index]));
    return furthest;
  }
  bool is_full(Index at) const { return !nearest_[static_cast<std::size_t>(at)].takes(infinity<S>); }
  const Neighbor<S>& neighbor(Index at, Index k) const {
    return room_[static_cast<std::size_t>(at * wanted_ + k)];
  }

  /// Offers all points that may be among the nearest, in ascending order of index.
  void offer(Index at, Index first, Index size, S limit) {
    Nearest<S>& nearest = nearest_[static_cast<std::size_t>(at)];
    for (Index s = 0; s < size; s += stripe) {
      if (lowest_[s / stripe] > limit) continue;
      for (Index g = s; g < std::min(size, s + stripe); g += lanes) {
        if (lowest_lane<S>(load_lanes(distances_.data() + g)) > limit) continue;
        for (Index l = g; l < std::min(size, g + lanes); ++l)
          if (!(distances_[std::size_t(l)] > limit))
            nearest.offer(distances_[std::size_t(l)], std::uint32_t(first + l));
        if (is_full(at)) limit = std::min(limit, neighbor(at, wanted_ - 1).distance);
      }
    }
  }

  const Classifier& classifier_;
  bool finite_points_;
  Index count_, wanted_, dims_, batch_;
  Matrix<S> points_;
  std::vector<S> distances_;
  S lowest_[chunk / stripe];
  std::vector<Neighbor<S>> room_;
  std::vector<Nearest<S>> nearest_;
};

/// Scoring by Rule::membership. The order of the points does not matter for it: they are sorted by class, so
/// that all lanes of a register belong to one class.
template <class S>
class MembershipScorer {
 public:
  explicit MembershipScorer(const Classifier& classifier)
      : finite_points_(classifier.references.allFinite()),
        block_(classifier.block),
        classes_(classifier.references.rows() / block_),
        distances_(static_cast<std::size_t>(chunk)),
        own_(classes_ * block_, panel_samples),
        rest_(classes_ * block_, panel_samples) {
    const Index count = classifier.references.cols();
    std::vector<Index> sizes(static_cast<std::size_t>(classes_), 0), rows(static_cast<std::size_t>(count));
    for (Index i = 0; i < count; ++i)
      rows[static_cast<std::size_t>(i)] = sizes[static_cast<std::size_t>(classifier.labels[i])]++;
    std::vector<Index> starts;
    for (Index c = 0; c < classes_; ++c) {
      starts.push_back(static_cast<Index>(class_of_lanes_.size()) * lanes);
      const Index groups = rounded_up(sizes[static_cast<std::size_t>(c)], lanes) / lanes;
      class_of_lanes_.insert(class_of_lanes_.end(), static_cast<std::size_t>(groups), c);
    }
    for (Index i = 0; i < count; ++i)
      rows[static_cast<std::size_t>(i)] += starts[static_cast<std::size_t>(classifier.labels[i])];
    points_ = by_dimension<S>(classifier, rows, static_cast<Index>(class_of_lanes_.size()) * lanes);
  }

  Index dims() const { return block_; }
  Index batch() const { return panel_samples; }

  template <class Samples, class Use>
  void classify(const Samples& samples, Use predicted) {
    own_.setConstant(infinity<S>);
    rest_.setConstant(infinity<S>);
    for (Index c = 0; c < classes_; ++c) {
      for (Index first = 0; first < points_.rows(); first += chunk) {
        for (Index i = 0; i < samples.cols(); ++i) meet(samples.col(i), i, c, first);
      }
    }
    for (Index i = 0; i < samples.cols(); ++i) {
      for (Index q = 0; q < block_; ++q) predicted(i, q, highest(i, q));
    }
  }

 private:
  /// Compares one sample with one chunk of points, in the dimensions of one class.
  template <class Sample>
  void meet(const Sample& sample, Index i, Index c, Index first) {
    const bool finite = finite_points_ && sample.allFinite();
    const Index size = std::min(chunk, points_.rows() - first);
    std::fill(distances_.begin(), distances_.end(), S{0});
    for (Index at = c * block_; at < (c + 1) * block_; ++at) {
      const S* points = points_.col(at).data() + first;
      Lanes<S> own = same_lanes(infinity<S>), rest = own;
      for (Index l = 0; l < size; l += lanes) {
        const bool mine = class_of_lanes_[static_cast<std::size_t>((first + l) / lanes)] == c;
        add_dimension(distances_.data() + l, points + l, sample[at], finite, mine ? own : rest);
      }
      own_(at, i) = std::min(own_(at, i), lowest_lane<S>(own));
      rest_(at, i) = std::min(rest_(at, i), lowest_lane<S>(rest));
    }
  }

  int highest(Index i, Index q) const {
    S best = -1;
    int winner = 0;
    for (Index c = 0; c < classes_; ++c) {
      const S degree = membership_degree(rest_(c * block_ + q, i), own_(c * block_ + q, i));
      if (degree > best) {
        best = degree;
        winner = static_cast<int>(c);
      }
    }
    return winner;
  }

  bool finite_points_;
  Index block_, classes_;
  std::vector<Index> class_of_lanes_;
  Matrix<S> points_;
  std::vector<S> distances_;
  Matrix<S> own_, rest_;
};

/// Scores batch after batch. Unlabelled samples are left out before any distance is computed.
template <class S, class Scorer>
Result<DimScores> score(Scorer scorer, ConstMatrixView<S> projected, const int* labels, Monitor& monitor) {
  const auto dims = static_cast<std::size_t>(scorer.dims());
  const int classes = projected.cols() > 0 ? 1 + *std::max_element(labels, labels + projected.cols()) : 0;
  const std::vector<Index> none(static_cast<std::size_t>(std::max(0, classes)), 0);
  DimScores scores{std::vector<Index>(dims, 0), std::vector<std::vector<Index>>(dims, none), 0};
  std::vector<Index> tested;
  for (Index i = 0; i < projected.cols(); ++i)
    if (labels[i] >= 0) tested.push_back(i);
  scores.tested = static_cast<Index>(tested.size());

  Matrix<S> batch(projected.rows(), scorer.batch());
  for (Index first = 0; first < scores.tested; first += scorer.batch()) {
    const Index count = std::min(scorer.batch(), scores.tested - first);
    const Index* samples = tested.data() + first;
    for (Index i = 0; i < count; ++i) batch.col(i) = projected.col(samples[i]);
    scorer.classify(batch.leftCols(count), [&](Index i, Index q, int label) {
      const int right = labels[samples[i]];
      if (label == right) return;
      ++scores.errors[static_cast<std::size_t>(q)];
      ++scores.class_errors[static_cast<std::size_t>(q)][static_cast<std::size_t>(right)];
    });
    if (!monitor.advance(static_cast<double>(first + count) / static_cast<double>(scores.tested))) break;
  }
  if (monitor.cancelled()) return Status(Code::cancelled);
  return scores;
}

/// Rule::neighbors with a block of columns for each class: the first q of each block are not the first
/// columns of all, so distances are computed anew for every q.
template <class S>
Result<DimScores> score_blocks(const Classifier& classifier, ConstMatrixView<S> projected, const int* labels,
                               Monitor& monitor) {
  DimScores scores;
  int highest = 0;
  for (Index i = 0; i < projected.cols(); ++i) {
    highest = std::max(highest, labels[i]);
    scores.tested += labels[i] >= 0;
  }
  for (Index q = 1; q <= classifier.block; ++q) {
    std::vector<int> found;
    if (Status s = classify_in<S>(classifier, projected, q).get(found); !s) return s;
    std::vector<Index> wrong(static_cast<std::size_t>(highest) + 1, 0);
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (labels[i] >= 0 && found[i] != labels[i]) ++wrong[static_cast<std::size_t>(labels[i])];
    }
    scores.errors.push_back(std::accumulate(wrong.begin(), wrong.end(), Index{0}));
    scores.class_errors.push_back(std::move(wrong));
    if (!monitor.advance(static_cast<double>(q) / static_cast<double>(classifier.block)))
      return Status(Code::cancelled);
  }
  return scores;
}

/// Refuses what `classify` would refuse, with its messages.
template <class S>
Status check(const Classifier& classifier, Index dims) {
  return classify<S>(classifier, ConstMatrixView<S>(nullptr, dims, 0)).status();
}

/// The columns of the first q dimensions of every block.
template <class S>
Matrix<S> first_dims(const ConstMatrixView<S>& all, Index block, Index q) {
  Matrix<S> result(all.rows() / block * q, all.cols());
  for (Index c = 0; c < all.rows() / block; ++c) result.middleRows(c * q, q) = all.middleRows(c * block, q);
  return result;
}

}  // namespace

template <class S>
Result<DimScores> score_dims(const Classifier& classifier, ConstMatrixView<S> projected, const int* labels,
                             Monitor& monitor) {
  if (Status status = check<S>(classifier, projected.rows()); !status) return status;
  if (!labels && projected.cols() > 0) return Status(Code::no_labels, "the samples to score have no labels");
  monitor.stage("score");
  if (classifier.rule == Rule::membership)
    return score(MembershipScorer<S>(classifier), projected, labels, monitor);
  if (classifier.block > 0) return score_blocks(classifier, projected, labels, monitor);
  return score(NeighborScorer<S>(classifier, projected.rows()), projected, labels, monitor);
}

template <class S>
Result<std::vector<int>> classify_in(const Classifier& classifier, ConstMatrixView<S> projected, Index dims) {
  if (Status status = check<S>(classifier, projected.rows()); !status) return status;
  const bool blocks = classifier.block > 0;
  const Index block = blocks ? classifier.block : projected.rows();
  if (dims < 1 || dims > block)
    return Status(Code::bad_argument, joined({"dimension ", dims, " of ", block}));
  const Matrix<float> references = first_dims(classifier.references, block, dims);
  const Matrix<S> samples = first_dims(projected, block, dims);
  Classifier truncated{ConstMatrixView<float>(references.data(), references.rows(), references.cols()),
                       classifier.labels, classifier.rule, classifier.neighbors, blocks ? dims : 0};
  return classify<S>(truncated, ConstMatrixView<S>(samples.data(), samples.rows(), samples.cols()));
}

template Result<DimScores> score_dims(const Classifier&, ConstMatrixView<float>, const int*, Monitor&);
template Result<DimScores> score_dims(const Classifier&, ConstMatrixView<double>, const int*, Monitor&);
template Result<std::vector<int>> classify_in(const Classifier&, ConstMatrixView<float>, Index);
template Result<std::vector<int>> classify_in(const Classifier&, ConstMatrixView<double>, Index);

}  // namespace tanda::internal
