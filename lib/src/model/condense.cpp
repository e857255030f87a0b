// k-means in every class, then a few rounds of generalised learning vector quantization (Sato and Yamada,
// NIPS 1995), which move the prototypes to the borders between the classes. Condensed nearest neighbours
// (Hart, 1968) were tried: they select the outliers, and on native/data/digits.csv they are several
// percentage points less accurate than k-means.
#include "model/condense.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/guarded.hpp"
#include "base/text.hpp"
#include "linalg/dense.hpp"
#include "tanda/detail/vote.hpp"

namespace tanda::internal {
namespace {

struct Prototypes {
  MatrixD points;  ///< r×count
  std::vector<std::int32_t> labels;
};

/// Squared distances of the columns of `points` from x.
VectorD distances_from(const double* x, const MatrixD& points) {
  VectorD result(points.cols());
  for (Index j = 0; j < points.cols(); ++j)
    result[j] = squared_distance(points.col(j).data(), x, std::size_t(points.rows()));
  return result;
}

/// The column of `points` nearest to x; of equally near ones the first.
Index nearest(const MatrixD& points, const double* x) {
  const VectorD distances = distances_from(x, points);
  return std::min_element(distances.begin(), distances.end()) - distances.begin();
}

/// The number of prototypes of each class, `total` in sum: one each, then one at a time to the class with the
/// most members per prototype (Sainte-Laguë), never more than it has members.
std::vector<Index> shares(const std::vector<Index>& members, Index total) {
  std::vector<Index> result(members.size());
  for (std::size_t c = 0; c < members.size(); ++c) total -= result[c] = members[c] > 0 ? 1 : 0;
  for (; total > 0; --total) {
    std::size_t neediest = 0;
    double most = 0;
    for (std::size_t c = 0; c < members.size(); ++c) {
      const double need = double(members[c]) / double(2 * result[c] + 1);
      if (result[c] == members[c] || need <= most) continue;
      most = need;
      neediest = c;
    }
    ++result[neediest];
  }
  return result;
}

/// The point nearest to the mean, then repeatedly the point farthest from all those chosen. Fewer than
/// `count` if the remaining points are duplicates. O(n count r)
MatrixD farthest_points(const MatrixD& x, Index count) {
  MatrixD chosen(x.rows(), count);
  const VectorD mean = x.rowwise().mean();
  Index next = nearest(x, mean.data());
  VectorD distance = VectorD::Constant(x.cols(), INFINITY);
  for (Index i = 0; i < count; ++i) {
    chosen.col(i) = x.col(next);
    const VectorD to_this = distances_from(x.col(next).data(), x);
    for (Index j = 0; j < x.cols(); ++j) distance[j] = std::min(distance[j], to_this[j]);
    next = std::max_element(distance.begin(), distance.end()) - distance.begin();
    if (!(distance[next] > 0)) return chosen.leftCols(i + 1);
  }
  return chosen;
}

/// Lloyd's algorithm until no sample changes its centre.
MatrixD k_means(const MatrixD& x, Index count) {
  constexpr int most_rounds = 100;
  MatrixD centres = farthest_points(x, count);
  std::vector<Index> centre_of(static_cast<std::size_t>(x.cols()), -1);
  for (int round = 0; round < most_rounds; ++round) {
    bool changed = false;
    MatrixD sums = MatrixD::Zero(centres.rows(), centres.cols());
    VectorD members = VectorD::Zero(centres.cols());
    for (Index i = 0; i < x.cols(); ++i) {
      const Index at = nearest(centres, x.col(i).data());
      changed = changed || centre_of[std::size_t(i)] != at;
      centre_of[std::size_t(i)] = at;
      sums.col(at) += x.col(i);
      members[at] += 1;
    }
    if (!changed) break;
    for (Index j = 0; j < centres.cols(); ++j)
      if (members[j] > 0) centres.col(j) = sums.col(j) / members[j];
  }
  return centres;
}

/// The centres of each class, found separately.
Prototypes class_centres(const MatrixD& x, const std::vector<std::int32_t>& labels, std::size_t classes,
                         Index total) {
  std::vector<std::vector<Index>> members(classes);
  for (std::size_t i = 0; i < labels.size(); ++i) members[std::size_t(labels[i])].push_back(Index(i));
  std::vector<Index> sizes;
  for (const auto& list : members) sizes.push_back(Index(list.size()));
  const std::vector<Index> share = shares(sizes, total);
  Prototypes result{MatrixD(x.rows(), total), {}};
  for (std::size_t c = 0; c < classes; ++c) {
    if (members[c].empty()) continue;
    MatrixD own(x.rows(), sizes[c]);
    for (Index i = 0; i < sizes[c]; ++i) own.col(i) = x.col(members[c][std::size_t(i)]);
    const MatrixD centres = k_means(own, share[c]);
    result.points.middleCols(Index(result.labels.size()), centres.cols()) = centres;
    result.labels.insert(result.labels.end(), std::size_t(centres.cols()), std::int32_t(c));
  }
  result.points.conservativeResize(Eigen::NoChange, Index(result.labels.size()));
  return result;
}

Index count_errors(const Prototypes& prototypes, const MatrixD& x, const std::vector<std::int32_t>& labels) {
  Index errors = 0;
  for (Index i = 0; i < x.cols(); ++i)
    errors +=
        prototypes.labels[std::size_t(nearest(prototypes.points, x.col(i).data()))] != labels[std::size_t(i)];
  return errors;
}

/// Moves the nearest prototype of the sample's class towards the sample and the nearest prototype of another
/// class away from it, the more the closer the decision was: dp and dm are the squared distances to them, μ =
/// (dp − dm)/(dp + dm).
void learn(Prototypes& prototypes, const double* x, std::int32_t label, double rate) {
  const VectorD distances = distances_from(x, prototypes.points);
  Index own = -1, rival = -1;
  for (Index j = 0; j < distances.size(); ++j) {
    Index& best = prototypes.labels[std::size_t(j)] == label ? own : rival;
    if (best < 0 || distances[j] < distances[best]) best = j;
  }
  const double sum = distances[own] + distances[rival];
  if (!(sum > 0)) return;
  const double mu = (distances[own] - distances[rival]) / sum, weight = rate * (1 - mu * mu / 2);
  for (Index i = 0; i < prototypes.points.rows(); ++i) {
    double &nearer = prototypes.points(i, own), &farther = prototypes.points(i, rival);
    nearer += weight * distances[rival] / sum * (x[i] - nearer);
    farther -= weight * distances[own] / sum * (x[i] - farther);
  }
}

/// The prototypes with the fewest errors on the samples among all rounds, including the state before the
/// first.
Prototypes improved(Prototypes prototypes, const MatrixD& x, const std::vector<std::int32_t>& labels) {
  constexpr int rounds = 20;
  constexpr double first_rate = 0.05;
  Prototypes best = prototypes;
  Index fewest = count_errors(best, x, labels);
  for (int round = 0; round < rounds && fewest > 0; ++round) {
    const double rate = first_rate * (rounds - round) / rounds;
    for (Index i = 0; i < x.cols(); ++i) learn(prototypes, x.col(i).data(), labels[std::size_t(i)], rate);
    const Index errors = count_errors(prototypes, x, labels);
    if (errors >= fewest) continue;
    fewest = errors;
    best = prototypes;
  }
  return best;
}

Json with_note(const Json& record, Index prototypes, Index from) {
  Json notes = Json::array();
  if (const Json* old = record.find("notes"))
    for (const Json& note : old->items()) notes.push(note);
  notes.push(joined({prototypes, " prototypes in place of ", from, " reference points"}));
  Json result = record;
  result.set("condensed", Json::object().set("prototypes", prototypes).set("from", from));
  result.set("notes", std::move(notes));
  return result;
}

Status check_condensable(const Model& model, Index prototypes) {
  if (model.rule() == Rule::none)
    return Status(Code::bad_argument, "the model has no classifier, and so no reference points to condense",
                  "fit it again with {classifier=knn:1}");
  std::vector<char> present(model.classes().size());
  for (std::int32_t label : model.labels()) present[std::size_t(label)] = 1;
  Index classes = 0;
  for (char one : present) classes += one;
  if (prototypes < classes)
    return Status(Code::bad_argument, joined({prototypes, " prototypes are too few: there are ", classes,
                                              " classes, and each needs one"}));
  return {};
}

Result<Model> unguarded_condense(const Model& model, Index prototypes) {
  if (Status status = check_condensable(model, prototypes); !status) return status;
  const Index m = model.references().cols();
  if (prototypes >= m) return model;
  const MatrixD x = model.references().cast<double>();
  Prototypes chosen = class_centres(x, model.labels(), model.classes().size(), prototypes);
  // The rounds improve the decision of the nearest prototype; memberships are decided differently.
  if (model.rule() == Rule::neighbors) chosen = improved(std::move(chosen), x, model.labels());

  ModelParts result = model.copy_parts();
  result.references = Matrix<float>(chosen.points.cast<float>());
  if (!all_finite(result.references)) return Status(Code::not_representable);
  result.labels = std::move(chosen.labels);
  if (result.rule == Rule::neighbors) result.neighbors = 1;
  result.record = with_note(model.record(), result.references.cols(), m);
  return Model::make(std::move(result));
}

}  // namespace

Result<Model> condense(const Model& model, Index prototypes) {
  return guarded([&] { return unguarded_condense(model, prototypes); });
}

}  // namespace tanda::internal
