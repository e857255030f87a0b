// The scores of predictions for every classifier; and predicting allocates no memory.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "memory_meter.hpp"
#include "model/classifiers.hpp"
#include "model/fit.hpp"
#include "models.hpp"
#include "synthetic.hpp"
#include "tanda/detail/scores.hpp"
#include "tanda/model_view.hpp"
#include "tanda/tanda.h"
#include "ut.hpp"

namespace scores_test {
using namespace ut;
using namespace tanda;
using namespace tanda::internal;

Model fitted(const synthetic::Set<float>& set, const char* method, const char* classifier,
             Scale scale = Scale::none) {
  FitOptions options;
  options.method = method;
  options.scale = scale;
  options.classifier = parse_classifier_word(classifier, options.neighbors);
  Monitor monitor;
  const Result<Model> model = fit(registry(), set.view(), options, monitor);
  expect(options.classifier && model) << classifier << model.status().text();
  return model ? *model : Model(models::make(Rule::neighbors));
}

/// Each score is in [0, 1], they sum to 1, and the predicted class has the largest.
template <class S>
void check_scores(const Model& model, const Matrix<S>& x, const char* what) {
  const Index classes = Index(model.classes().size());
  std::vector<int> labels(std::size_t(x.cols()));
  Matrix<float> scores = Matrix<float>::Constant(classes, x.cols(), -7);
  const ConstMatrixView<S> view(x.data(), x.rows(), x.cols());
  expect(bool(predict(model, view, labels.data(), scores.data()))) << what;
  const auto alone = predict(model, view);
  expect(alone && std::equal(labels.begin(), labels.end(), alone->begin(), alone->end())) << what;
  for (Index i = 0; i < x.cols(); ++i) {
    const auto column = scores.col(i);
    expect(column.minCoeff() >= 0 && column.maxCoeff() <= 1) << what << "sample" << i;
    expect(std::fabs(double(column.cast<double>().sum()) - 1) < 1e-5) << what << "sample" << i;
    expect(column[labels[std::size_t(i)]] == column.maxCoeff()) << what << "sample" << i;
  }
}

Matrix<float> wild_samples(Index d) {
  Matrix<float> x = Matrix<float>::Zero(d, 4);
  x.col(0).setConstant(std::nanf(""));
  x.col(1).setConstant(INFINITY);
  x.col(2).setConstant(3e38f);
  return x;
}

const suite scores_suite = [] {
  const synthetic::Set<float> set = synthetic::gauss3(200, 4).cast<float>();
  const Matrix<float> x = set.view().x;

  "scores are in 0..1, together 1, and largest for the predicted class"_test = [&] {
    for (const char* method : {"lda", "pca", "kernel_tsd"})
      for (const char* word : {"knn:1", "knn:2", "knn:5", "knn:1000", "mean"}) {
        const Model model =
            fitted(set, method, word, std::string(method) == "pca" ? Scale::unit : Scale::none);
        check_scores(model, x, word);
        check_scores(model, MatrixD(x.cast<double>()), word);
        check_scores(model, Matrix<float>(set.view().x.col(0)), word);
        check_scores(model, wild_samples(x.rows()), word);
      }
    const Model member = fitted(set, "sle", "membership");
    check_scores(member, x, "membership");
    check_scores(member, wild_samples(x.rows()), "membership of none");
  };

  "neighbours: most of them decide, and where two classes have as many, the nearest"_test = [] {
    const std::uint32_t labels[] = {0, 1, 1, 2};
    const auto scores_of = [&](std::vector<float> squared, std::size_t k) {
      std::vector<Neighbor<float>> room(k);
      Nearest<float> nearest(room.data(), k);
      for (std::size_t i = 0; i < squared.size(); ++i) nearest.offer(squared[i], std::uint32_t(i));
      std::vector<double> scores(3);
      neighbor_scores(nearest, labels, 3, scores.data());
      return scores;
    };
    const auto near = [](const std::vector<double>& a, const std::vector<double>& b) {
      for (std::size_t c = 0; c < 3; ++c)
        if (std::fabs(a[c] - b[c]) > 1e-12) return false;
      return true;
    };
    expect(near(scores_of({4, 1, 9, 25}, 1), {0, 1, 0})) << "one neighbour is all";
    expect(near(scores_of({4, 1, 9, 25}, 2), {2.2 / 5, 2.8 / 5, 0})) << "shares 0.2 and 0.8";
    expect(near(scores_of({0, 1, 9, 25}, 3), {3. / 7, 4. / 7, 0}))
        << "a point at distance 0 does not take all";
    expect(near(scores_of({0, 0, 9, 25}, 2), {0.5, 0.5, 0})) << "two at no distance";
    expect(near(scores_of({INFINITY, INFINITY, INFINITY, INFINITY}, 2), {0.5, 0.5, 0})) << "none is near";
  };

  "means and memberships: shares"_test = [] {
    double squared[3] = {1, 4, INFINITY};
    inverse_shares(squared, 3);
    expect(std::fabs(squared[0] - 0.8) < 1e-12 && std::fabs(squared[1] - 0.2) < 1e-12 && squared[2] == 0);
    double none[2] = {0, 0}, both[3] = {INFINITY, 3, INFINITY}, far[2] = {INFINITY, INFINITY};
    shares(none, 2);
    shares(both, 3);
    inverse_shares(far, 2);
    expect(none[0] == 0.5 && none[1] == 0.5 && both[0] == 0.5 && both[1] == 0 && far[0] == 0.5);
  };

  "the nearest mean of each class: its points, its predictions, its file"_test = [&] {
    const Model all = fitted(set, "lda", "knn:1"), model = fitted(set, "lda", "mean");
    expect(model.references().cols() == 3 && model.labels() == std::vector<std::int32_t>{0, 1, 2});
    for (Index c = 0; c < 3; ++c) {
      VectorD sum = VectorD::Zero(model.outputs());
      double count = 0;
      for (Index i = 0; i < all.references().cols(); ++i) {
        if (all.labels()[std::size_t(i)] != c) continue;
        sum += all.references().col(i).cast<double>();
        ++count;
      }
      expect((model.references().col(c).cast<double>() - sum / count).norm() <
             1e-5 * (1 + sum.norm() / count));
    }
    const auto bytes = encode(model);
    const auto opened = decode(bytes->data(), bytes->size());
    expect(opened && std::string(opened->classifier().id) == "mean" && opened->rule() == Rule::neighbors);
    expect(opened && *encode(*opened) == *bytes &&
           *predict(*opened, set.view().x) == *predict(model, set.view().x));
    check_scores(*opened, x, "opened");
    // A reader that does not know class means uses the nearest point.
    models::Parts plain = model;
    plain.classifier = nullptr;
    plain.record.set("classifier", "something new");
    const auto unknown = encode(Model(plain));
    const auto fallen = decode(unknown->data(), unknown->size());
    expect(fallen && std::string(fallen->classifier().id) == "knn" && fallen->neighbors() == 1);
    expect(fallen && *predict(*fallen, set.view().x) == *predict(model, set.view().x));
    models::Parts wrong = all;
    wrong.classifier = find_classifier("mean");
    expect(models::refusal(wrong) == Code::bad_model) << "more points than classes are no means";
  };

  "a model file in place says the same, on every classifier"_test = [&] {
    const auto same = [&](const Model& model, const char* what) {
      const auto bytes = encode(model);
      ModelView view;
      expect(ModelView::open(bytes->data(), bytes->size(), view) == Code::ok) << what;
      expect(view.has_means() == (std::string(model.classifier().id) == "mean")) << what;
      Matrix<float> samples(x.rows(), x.cols() + 4);
      samples.leftCols(x.cols()) = x;
      samples.rightCols(4) = wild_samples(x.rows());
      const std::size_t classes = view.classes(), n = std::size_t(samples.cols());
      std::vector<float> wanted(n * classes), y(view.outputs()), scores(classes);
      std::vector<int> labels(n);
      std::vector<Neighbor<float>> room(view.scratch());
      const ConstMatrixView<float> all(samples.data(), samples.rows(), samples.cols());
      expect(bool(predict(model, all, labels.data(), wanted.data()))) << what;
      for (std::size_t i = 0; i < n; ++i) {
        view.project(samples.col(Index(i)).data(), y.data());
        expect(view.scores(y.data(), scores.data(), room.data())) << what;
        expect(view.classify(y.data(), room.data()) == labels[i]) << what << "sample" << double(i);
        for (std::size_t c = 0; c < classes; ++c)
          expect(std::fabs(scores[c] - wanted[i * classes + c]) < 1e-6f) << what << "sample" << double(i);
        std::fill(scores.begin(), scores.end(), -1.f);
        const bool small = view.rule() != Rule::neighbors || view.scratch() <= ModelView::stack_neighbors;
        expect(view.scores(y.data(), scores.data()) == small && (scores[0] >= 0) == small) << what;
      }
    };
    for (const char* word : {"knn:1", "knn:2", "knn:5", "knn:1000", "mean"})
      same(fitted(set, "lda", word), word);
    same(fitted(set, "sle", "membership"), "membership");
    const auto none = encode(fitted(set, "lda", "none"));
    ModelView view;
    float y[2] = {}, scores[3] = {};
    expect(ModelView::open(none->data(), none->size(), view) == Code::ok && !view.scores(y, scores));
  };

  "only the record's own member makes points means"_test = [&] {
    const auto has_means = [&](const Json& record) {
      models::Parts parts = fitted(set, "lda", "mean");
      parts.classifier = nullptr;
      parts.record = record;
      const auto bytes = encode(parts);
      ModelView view;
      return ModelView::open(bytes->data(), bytes->size(), view) == Code::ok && view.has_means();
    };
    expect(has_means(Json::object().set("params", Json::object()).set("classifier", "mean")));
    expect(!has_means(Json::object().set("classifier", "meant")));
    expect(!has_means(Json::object().set("id", "classifier").set("label", "mean")));
    expect(!has_means(Json::object().set("params", Json::object().set("classifier", "mean"))));
    expect(!has_means(Json::object().set("id", "\"classifier\":\"mean\"\\")));
    expect(!has_means(Json::object()));
  };

  "names of classifiers"_test = [] {
    Index count = 7;
    expect(parse_classifier_word("knn:3", count) == find_classifier("knn") && count == 3);
    expect(parse_classifier_word("mean", count) == find_classifier("mean") && count == 3);
    for (const char* word :
         {"", "knn", "knn:", "knn:0", "knn:x", "knn:99999999999", "mean:2", "none:", "other"})
      expect(!parse_classifier_word(word, count)) << word;
    expect(count == 3 && classifier_words() == "knn:K, membership, mean or none") << classifier_words();
    expect(classifier_word(*find_classifier("knn"), 4) == "knn:4");
  };

  "transform and predict take no memory, at the latest after the first call"_test = [&] {
    if (!meter::available()) return;
    for (const char* word : {"knn:1", "knn:7", "mean", "membership"}) {
      const char* const method = std::string(word) == "membership" ? "sle" : "lda";
      for (const Scale scale : {Scale::none, Scale::unit}) {
        const auto bytes = encode(fitted(set, method, word, scale));
        tanda_model* model = nullptr;
        expect(tanda_open(bytes->data(), bytes->size(), &model, nullptr) == 0);
        tanda_model_info info;
        tanda_model_describe(model, &info);
        const std::size_t n = std::size_t(x.cols()), d = info.inputs;
        std::vector<float> y(n * info.outputs), scores(n * info.classes);
        std::vector<std::int32_t> labels(n);
        for (int round = 0; round < 2; ++round) {
          const std::size_t before = meter::allocations();
          bool good = tanda_transform(model, x.data(), n, d, y.data(), nullptr) == 0;
          good = good && tanda_transform(model, x.data(), 1, d, y.data(), nullptr) == 0;
          good = good && tanda_predict(model, x.data(), n, d, labels.data(), nullptr) == 0;
          good = good && tanda_predict(model, x.data(), 1, d, labels.data(), nullptr) == 0;
          good =
              good && tanda_predict_scores(model, x.data(), n, d, labels.data(), scores.data(), nullptr) == 0;
          const std::size_t taken = meter::allocations() - before;
          expect(good && (round == 0 || taken == 0)) << word << "took" << double(taken);
        }
        tanda_model_free(model);
      }
    }
  };

  "nor does a tree of many points, once it is there"_test = [] {
    if (!meter::available()) return;
    tanda::Random random(5);
    models::Parts parts;
    parts.linear().projection = MatrixD::Identity(2, 2);
    parts.linear().offset = parts.mean = VectorD::Zero(2);
    parts.rule = Rule::neighbors;
    parts.neighbors = 3;
    parts.classes = {"a", "b"};
    parts.references = Matrix<float>::NullaryExpr(2, 5000, [&] { return float(random.uniform()); });
    for (int i = 0; i < 5000; ++i) parts.labels.push_back(i % 2);
    const Model model = parts;
    const Matrix<float> many = Matrix<float>::NullaryExpr(2, 2100, [&] { return float(random.uniform()); });
    const ConstMatrixView<float> all(many.data(), 2, 2100), few(many.data(), 2, 100);
    std::vector<int> first(2100), again(2100), alone(100);
    expect(bool(predict(model, few, alone.data())));  // too few for a tree
    expect(bool(predict(model, all, first.data())) && bool(predict(model, all, again.data())));
    const std::size_t before = meter::allocations();
    expect(bool(predict(model, all, again.data())));
    expect(meter::allocations() == before) << double(meter::allocations() - before);
    expect(first == again && std::equal(alone.begin(), alone.end(), first.begin()));
  };
};
}  // namespace scores_test
