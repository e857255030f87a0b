#include "model/classifier.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "model/model.hpp"
#include "models.hpp"
#include "tanda/detail/random.hpp"
#include "ut.hpp"

namespace classifier_test {
using namespace ut;
using tanda::Rule;
using tanda::internal::Index;

struct Case {
  tanda::internal::Matrix<float> references, samples;
  std::vector<std::int32_t> labels;
  tanda::internal::Classifier classifier(Rule rule, Index neighbors, Index block) const {
    return {{references.data(), references.rows(), references.cols()}, labels.data(), rule, neighbors, block};
  }
  tanda::internal::ConstMatrixView<float> view() const {
    return {samples.data(), samples.rows(), samples.cols()};
  }
};

/// Coordinates on a small grid are full of ties.
Case grid_case(Index r, Index m, Index n, int classes, std::uint64_t seed) {
  tanda::Random random(seed);
  const auto coordinate = [&] { return static_cast<float>(random.below(4)); };
  Case c{tanda::internal::Matrix<float>::NullaryExpr(r, m, coordinate),
         tanda::internal::Matrix<float>::NullaryExpr(r, n, coordinate),
         {}};
  for (Index i = 0; i < m; ++i)
    c.labels.push_back(static_cast<std::int32_t>(random.below(std::uint64_t(classes))));
  return c;
}

int literal_neighbors(const Case& c, Index sample, Index neighbors) {
  std::vector<std::size_t> order(c.labels.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto distance = [&](std::size_t i) {
    return (c.references.col(Index(i)) - c.samples.col(sample)).squaredNorm();
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return distance(a) < distance(b); });
  order.resize(std::min(order.size(), std::size_t(neighbors)));
  std::vector<int> votes(100, 0);
  for (std::size_t i : order) ++votes[std::size_t(c.labels[i])];
  const int most = *std::max_element(votes.begin(), votes.end());
  for (std::size_t i : order)
    if (votes[std::size_t(c.labels[i])] == most) return c.labels[i];
  return -1;
}

/// With squared distances, which are whole numbers here: taking roots would break ties.
int literal_membership(const Case& c, Index sample, Index block) {
  int winner = -1;
  double best = -1;
  for (Index k = 0; k < c.references.rows() / block; ++k) {
    double own = std::numeric_limits<double>::infinity(), rest = own;
    for (std::size_t i = 0; i < c.labels.size(); ++i) {
      const double distance = double(
          (c.references.col(Index(i)) - c.samples.col(sample)).segment(k * block, block).squaredNorm());
      double& nearest = c.labels[i] == k ? own : rest;
      nearest = std::min(nearest, distance);
    }
    double degree = rest / own;
    if (rest == own) degree = 1;
    if (own == 0 && rest > 0) degree = std::numeric_limits<double>::infinity();
    if (degree > best) {
      best = degree;
      winner = int(k);
    }
  }
  return winner;
}

/// Many rows in one call go through a tree of the m points; few rows are compared with each point. Both must
/// agree.
void compare_with_tree(Index r, Index m) {
  tanda::Random random(7);
  const Index n = 2100, alone = 100;                    // too few for a tree
  Case grid = grid_case(r, m, n, 5, std::uint64_t(r));  // ties and duplicates everywhere
  Case spread = grid;
  const auto anywhere = [&] { return static_cast<float>(random.uniform() - 0.5); };
  spread.references = tanda::internal::Matrix<float>::NullaryExpr(r, m, anywhere);
  spread.samples = tanda::internal::Matrix<float>::NullaryExpr(r, n, anywhere);
  spread.references.rightCols(m / 2) = spread.references.leftCols(m / 2).eval();  // each point twice
  Case far = spread, tiny = spread, odd = spread;
  far.references.array() += 1e6f;  // few digits are left, so that distances tie by rounding
  far.samples.array() += 1e6f;
  tiny.references *= 1e-22f;  // squares are subnormal or zero
  tiny.samples *= 1e-22f;
  odd.samples(0, 3) = std::numeric_limits<float>::quiet_NaN();
  odd.samples(0, 5) = std::numeric_limits<float>::infinity();
  odd.samples(0, 7) = 1e30f;
  odd.references(0, 11) = -3e38f;
  for (const Case* c : {&grid, &spread, &far, &tiny, &odd}) {
    const tanda::internal::MatrixD exact = c->samples.cast<double>();
    for (const Index neighbors : {1, 4, 40}) {
      const tanda::internal::Classifier classifier = c->classifier(Rule::neighbors, neighbors, 0);
      const auto together = tanda::internal::classify<float>(classifier, c->view());
      const auto in_double = tanda::internal::classify<double>(
          classifier, tanda::internal::ConstMatrixView<double>(exact.data(), r, n));
      expect(together && in_double);
      for (const Index first : {Index(0), n / 2, n - alone}) {
        const auto few = tanda::internal::classify<float>(
            classifier, tanda::internal::ConstMatrixView<float>(c->samples.col(first).data(), r, alone));
        const auto few_in_double = tanda::internal::classify<double>(
            classifier, tanda::internal::ConstMatrixView<double>(exact.col(first).data(), r, alone));
        expect(std::equal(few->begin(), few->end(), together->begin() + first))
            << double(r) << double(neighbors) << "from" << double(first);
        expect(std::equal(few_in_double->begin(), few_in_double->end(), in_double->begin() + first))
            << "double" << double(r) << double(neighbors);
      }
    }
  }
}

const suite classifier_suite{[] {
  "neighbors vote as in the definition, ties and all"_test = [] {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const Case c = grid_case(1 + Index(seed % 4), 1 + Index(seed) * 5, 40, 4, seed);
      for (Index k : {1, 2, 3, 5, 16, 40, 1000}) {
        const auto labels = tanda::internal::classify<float>(c.classifier(Rule::neighbors, k, 0), c.view());
        bool same = bool(labels);
        for (Index i = 0; same && i < 40; ++i) same = (*labels)[std::size_t(i)] == literal_neighbors(c, i, k);
        expect(same) << "seed" << seed << "k" << k;
      }
    }
  };

  "membership is as in the definition, zero distances and all"_test = [] {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      for (Index block : {1, 2, 3}) {
        const Case c = grid_case(block * 4, 3 + Index(seed) * 3, 60, 4, seed);
        const auto labels =
            tanda::internal::classify<float>(c.classifier(Rule::membership, 0, block), c.view());
        bool same = bool(labels);
        for (Index i = 0; same && i < 60; ++i)
          same = (*labels)[std::size_t(i)] == literal_membership(c, i, block);
        expect(same) << "seed" << seed << "block" << block;
      }
    }
  };

  "double samples and many of them"_test = [] {
    const Case c = grid_case(3, 50, 700, 3, 99);
    const tanda::internal::MatrixD x = c.samples.cast<double>();
    const auto f = tanda::internal::classify<float>(c.classifier(Rule::neighbors, 3, 0), c.view());
    const auto d = tanda::internal::classify<double>(c.classifier(Rule::neighbors, 3, 0), {x.data(), 3, 700});
    expect(f && d && *f == *d && f->size() == 700);
  };

  "broken samples get some class"_test = [] {
    Case c = grid_case(4, 9, 3, 4, 5);
    c.samples.col(0).setConstant(std::numeric_limits<float>::quiet_NaN());
    c.samples.col(1).setConstant(std::numeric_limits<float>::infinity());
    c.samples.col(2).setConstant(3e38f);
    for (Rule rule : {Rule::neighbors, Rule::membership}) {
      const auto labels = tanda::internal::classify<float>(c.classifier(rule, 2, 1), c.view());
      for (int label : *labels) expect(label >= 0 && label < 4);
    }
  };

  "what does not belong together is refused"_test = [] {
    Case c = grid_case(4, 9, 3, 4, 5);
    const auto code = [&](const tanda::internal::Classifier& classifier) {
      return tanda::internal::classify<float>(classifier, c.view()).status().code();
    };
    expect(code(c.classifier(Rule::none, 1, 0)) == tanda::Code::bad_argument);
    expect(code(c.classifier(Rule::neighbors, 0, 0)) == tanda::Code::bad_argument);
    expect(code(c.classifier(Rule::membership, 0, 0)) == tanda::Code::wrong_shape);
    expect(code(c.classifier(Rule::membership, 0, 3)) == tanda::Code::wrong_shape);
    c.labels[2] = -1;
    expect(code(c.classifier(Rule::neighbors, 1, 0)) == tanda::Code::wrong_shape);
    c.labels[2] = 4;
    expect(code(c.classifier(Rule::membership, 1, 1)) == tanda::Code::wrong_shape);
    c.labels[2] = 0;
    c.samples.conservativeResize(3, 3);
    expect(code(c.classifier(Rule::neighbors, 1, 0)) == tanda::Code::wrong_shape);
    c.references.resize(3, 0);
    expect(code(c.classifier(Rule::neighbors, 1, 0)) == tanda::Code::wrong_shape);
  };

  "a model without a rule says so"_test = [] {
    models::Parts model;
    model.linear().projection = tanda::internal::MatrixD::Identity(2, 2);
    model.linear().offset = model.mean = tanda::internal::VectorD::Zero(2);
    const tanda::internal::Matrix<float> x = tanda::internal::Matrix<float>::Zero(2, 1);
    const auto labels = tanda::internal::predict<float>(model, {x.data(), 2, 1});
    expect(!labels && labels.status().code() == tanda::Code::bad_argument);
    expect(labels.status().message() == "the model has no classifier: it was fitted with {classifier=none}");
  };

  "a tree of many points gives the labels that comparing all of them gives"_test = [] {
    for (const Index r : {1, 2, 3}) compare_with_tree(r, 5000);
  };
  tag("slow") / "so it does in more dimensions"_test = [] { compare_with_tree(6, 33000); };
}};
}  // namespace classifier_test
