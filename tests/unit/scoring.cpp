#include "select/scoring.hpp"

#include <algorithm>
#include <limits>

#include "model/model.hpp"
#include "models.hpp"
#include "tanda/detail/random.hpp"
#include "ut.hpp"

namespace scoring_test {
using namespace ut;
using tanda::Rule;
using tanda::internal::Index;

template <class S>
struct Case {
  tanda::internal::Matrix<float> references;
  tanda::internal::Matrix<S> samples;
  std::vector<std::int32_t> labels;
  std::vector<int> truth;

  tanda::internal::Classifier classifier(Rule rule, Index neighbors, Index block) const {
    return {{references.data(), references.rows(), references.cols()}, labels.data(), rule, neighbors, block};
  }
  tanda::internal::ConstMatrixView<S> view() const {
    return {samples.data(), samples.rows(), samples.cols()};
  }
  tanda::Result<tanda::internal::DimScores> score(Rule rule, Index neighbors, Index block) const {
    tanda::internal::Monitor monitor;
    return tanda::internal::score_dims<S>(classifier(rule, neighbors, block), view(), truth.data(), monitor);
  }
  /// By definition: predict in the first q dimensions, and count.
  Index wrong_in(Rule rule, Index neighbors, Index block, Index q) const {
    const auto labels_in = tanda::internal::classify_in<S>(classifier(rule, neighbors, block), view(), q);
    if (!labels_in) return -1;
    Index wrong = 0;
    for (std::size_t i = 0; i < truth.size(); ++i) wrong += truth[i] >= 0 && (*labels_in)[i] != truth[i];
    return wrong;
  }
};

/// `step` 1: coordinates on a small grid, full of ties. `step` 0.1: the same, but rounding decides between
/// distances that are equal in exact arithmetic, so that summing in another order or precision changes the
/// result.
template <class S>
Case<S> grid_case(Index r, Index n, Index m, int classes, float step, std::uint64_t seed) {
  tanda::Random random(seed);
  const auto coordinate = [&] { return step * float(random.below(4)); };
  const auto label = [&] { return int(random.below(std::uint64_t(classes))); };
  Case<S> c;
  c.references = tanda::internal::Matrix<float>::NullaryExpr(r, n, coordinate);
  c.samples = tanda::internal::Matrix<float>::NullaryExpr(r, m, coordinate).template cast<S>();
  for (Index i = 0; i < n; ++i) c.labels.push_back(label());
  for (Index i = 0; i < m; ++i) c.truth.push_back(i % 11 == 10 ? -1 : label());
  return c;
}

template <class S>
bool agrees(const Case<S>& c, Rule rule, Index neighbors, Index block) {
  const auto scores = c.score(rule, neighbors, block);
  const Index dims = rule == Rule::membership ? block : c.references.rows();
  if (!scores || Index(scores->errors.size()) != dims) return false;
  for (Index q = 1; q <= dims; ++q)
    if (scores->errors[std::size_t(q - 1)] != c.wrong_in(rule, neighbors, block, q)) return false;
  return scores->tested == Index(c.truth.size()) - std::count(c.truth.begin(), c.truth.end(), -1);
}

const suite scoring_suite{[] {
  "every dimension scores as its own prediction, ties and all"_test = [] {
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
      const float step = seed % 2 ? 1.0f : 0.1f;
      const Index r = 1 + Index(seed % 6), n = 1 + Index(seed) * 13;
      const auto single = grid_case<float>(r, n, 50, 4, step, seed);
      const auto twice = grid_case<double>(r, n, 50, 4, step, seed);
      for (Index k : {1, 2, 3, 7, 16, 200})
        expect(agrees(single, Rule::neighbors, k, 0) && agrees(twice, Rule::neighbors, k, 0)) << seed << k;
    }
  };

  "more points than are held at a time, more samples than a batch"_test = [] {
    for (float step : {1.0f, 0.1f}) {
      const auto c = grid_case<float>(5, 2500, 300, 6, step, 5);
      for (Index k : {1, 4}) expect(agrees(c, Rule::neighbors, k, 0)) << k;
      expect(agrees(grid_case<float>(3, 1300, 12, 6, step, 5), Rule::neighbors, 1100, 0))
          << "more than are held";
    }
    expect(agrees(grid_case<float>(100, 1100, 20, 3, 0.1f, 6), Rule::neighbors, 3, 0)) << "many dimensions";
    expect(agrees(grid_case<double>(6, 2500, 300, 3, 0.1f, 7), Rule::membership, 1, 2));
  };

  "membership accumulates inside each block"_test = [] {
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
      for (Index block : {1, 2, 5}) {
        const float step = seed % 2 ? 1.0f : 0.1f;
        const auto single = grid_case<float>(4 * block, 3 + Index(seed) * 11, 60, 4, step, seed);
        const auto twice = grid_case<double>(4 * block, 3 + Index(seed) * 11, 60, 4, step, seed);
        expect(agrees(single, Rule::membership, 0, block) && agrees(twice, Rule::membership, 0, block))
            << seed << block;
      }
    }
  };

  "a single training class, and a test class that the model does not know"_test = [] {
    auto c = grid_case<float>(3, 20, 30, 2, 1, 8);
    c.labels.assign(20, 1);
    c.truth.assign(30, 1);
    c.truth[4] = 9;
    const auto scores = c.score(Rule::neighbors, 3, 0);
    expect(scores && scores->tested == 30 && scores->errors == std::vector<Index>{1, 1, 1});
    expect(scores && scores->error(3) == 1.0 / 30);
    expect(agrees(c, Rule::membership, 0, 1));
  };

  "broken samples score as they are predicted"_test = [] {
    const float nan = std::numeric_limits<float>::quiet_NaN(),
                infinity = std::numeric_limits<float>::infinity();
    auto c = grid_case<float>(4, 70, 40, 4, 1, 9);
    c.samples(2, 0) = nan;
    c.samples(0, 1) = infinity;
    c.samples.col(2).setConstant(3e38f);
    c.samples.col(3).setConstant(-infinity);
    for (Index k : {1, 5, 100}) expect(agrees(c, Rule::neighbors, k, 0)) << k;
    expect(agrees(c, Rule::membership, 0, 1) && agrees(c, Rule::membership, 0, 1));
    c.references(1, 3) = nan;
    c.references.col(60).setConstant(infinity);
    for (Index k : {1, 5, 100}) expect(agrees(c, Rule::neighbors, k, 0)) << "points" << k;
    expect(agrees(c, Rule::membership, 0, 1));
  };

  "a truncated model predicts the same"_test = [] {
    const auto c = grid_case<float>(4, 60, 80, 3, 0.1f, 10);
    const auto scores = c.score(Rule::neighbors, 3, 0);
    for (Index q = 1; q <= 4; ++q) {
      models::Parts model;
      model.linear().projection = tanda::internal::MatrixD::Identity(q, 4);
      model.linear().offset = tanda::internal::VectorD::Zero(q);
      model.mean = tanda::internal::VectorD::Zero(4);
      model.rule = Rule::neighbors;
      model.neighbors = 3;
      model.references = c.references.topRows(q);
      model.labels = c.labels;
      model.classes = {"0", "1", "2"};
      const auto labels = tanda::internal::predict<float>(model, c.view());
      Index wrong = 0;
      for (std::size_t i = 0; labels && i < 80; ++i) wrong += c.truth[i] >= 0 && (*labels)[i] != c.truth[i];
      expect(labels && scores && scores->errors[std::size_t(q - 1)] == wrong) << q;
    }
  };

  "nothing to test is no error, nothing to learn from is one"_test = [] {
    auto c = grid_case<float>(3, 9, 5, 2, 1, 11);
    c.truth.assign(5, -1);
    auto scores = c.score(Rule::neighbors, 1, 0);
    expect(scores && scores->tested == 0 && scores->errors == std::vector<Index>(3, 0) &&
           scores->error(1) == 0);
    c.samples.resize(3, 0);
    c.truth.clear();
    scores = c.score(Rule::membership, 1, 1);
    expect(scores && scores->tested == 0);
    c.references.resize(3, 0);
    c.labels.clear();
    expect(c.score(Rule::neighbors, 1, 0).status().code() == tanda::Code::wrong_shape);
  };

  "what does not belong together is refused"_test = [] {
    auto c = grid_case<float>(4, 9, 3, 2, 1, 12);
    using tanda::Code;
    expect(c.score(Rule::none, 1, 0).status().code() == Code::bad_argument);
    expect(c.score(Rule::neighbors, 0, 0).status().code() == Code::bad_argument);
    expect(c.score(Rule::membership, 1, 3).status().code() == Code::wrong_shape);
    tanda::internal::Monitor monitor;
    const auto knn = c.classifier(Rule::neighbors, 1, 0);
    expect(tanda::internal::score_dims<float>(knn, c.view(), nullptr, monitor).status().code() ==
           Code::no_labels);
    for (Index dims : {-1, 0, 5})
      expect(tanda::internal::classify_in<float>(knn, c.view(), dims).status().code() == Code::bad_argument)
          << dims;
    expect(tanda::internal::classify_in<float>(c.classifier(Rule::membership, 1, 2), c.view(), 3)
               .status()
               .code() == Code::bad_argument);
  };

  "progress never falls and can be stopped"_test = [] {
    const auto c = grid_case<float>(3, 50, 2000, 2, 1, 13);
    double last = 0;
    bool falls = false;
    tanda::internal::Monitor watched([&](const char* stage, double fraction) {
      falls = falls || fraction < last || fraction > 1 || std::string(stage) != "score";
      last = fraction;
      return true;
    });
    const auto knn = c.classifier(Rule::neighbors, 1, 0);
    expect(bool(tanda::internal::score_dims<float>(knn, c.view(), c.truth.data(), watched)) && !falls &&
           last == 1);
    tanda::internal::Monitor stopped([](const char*, double fraction) { return fraction < 0.3; });
    expect(tanda::internal::score_dims<float>(knn, c.view(), c.truth.data(), stopped).status().code() ==
           tanda::Code::cancelled);
  };
}};
}  // namespace scoring_test
