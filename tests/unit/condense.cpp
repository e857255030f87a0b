#include "model/condense.hpp"

#include <algorithm>
#include <cmath>

#include "data/csv.hpp"
#include "embedded.hpp"
#include "model/fit.hpp"
#include "models.hpp"
#include "synthetic.hpp"
#include "ut.hpp"

namespace condense_test {
using namespace ut;
using namespace tanda;
using namespace tanda::internal;

template <class S>
ConstMatrixView<S> view(const Matrix<S>& x) {
  return {x.data(), x.rows(), x.cols()};
}

/// Every second sample trained on, the others for testing.
struct TrainAndTest {
  Model model = models::make(Rule::neighbors);
  Matrix<float> x;
  std::vector<int> labels;

  TrainAndTest(const Dataset<float>& data, const char* method, Index neighbors) {
    const Index half = data.samples() / 2;
    Matrix<float> fitted(data.dims(), half);
    std::vector<int> fitted_labels;
    x.resize(data.dims(), half);
    for (Index i = 0; i < half; ++i) {
      fitted.col(i) = data.x.col(2 * i);
      x.col(i) = data.x.col(2 * i + 1);
      fitted_labels.push_back(data.labels[2 * i]);
      labels.push_back(data.labels[2 * i + 1]);
    }
    FitOptions options;
    options.method = method;
    options.scale = Scale::zscore;
    options.neighbors = neighbors;
    Monitor monitor;
    Result<Model> result = fit(
        registry(), Dataset<float>{view(fitted), fitted_labels.data(), data.classes, {}}, options, monitor);
    expect(bool(result)) << result.status().text();
    if (result) model = *result;
  }

  Index errors(const Model& classifier) const {
    const auto predicted = predict<float>(classifier, view(x));
    Index wrong = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) wrong += !predicted || (*predicted)[i] != labels[i];
    return wrong;
  }
};

std::vector<Index> counts(const Model& model) {
  std::vector<Index> result(model.classes().size());
  for (std::int32_t label : model.labels()) ++result[std::size_t(label)];
  return result;
}

/// Points on a line, `sizes[c]` of class c around 10·c.
Model on_a_line(const std::vector<int>& sizes) {
  models::Parts model;
  model.linear().projection = MatrixD::Ones(1, 1);
  model.linear().offset = model.mean = VectorD::Zero(1);
  model.rule = Rule::neighbors;
  std::vector<float> points;
  for (std::size_t c = 0; c < sizes.size(); ++c) {
    model.classes.push_back(std::to_string(c));
    for (int i = 0; i < sizes[c]; ++i) {
      points.push_back(10 * float(c) + float(i) / float(sizes[c]));
      model.labels.push_back(std::int32_t(c));
    }
  }
  model.references = Eigen::Map<Eigen::MatrixXf>(points.data(), 1, Index(points.size()));
  return model;
}

bool refused(const Result<Model>& result, Code code) {
  return !result && result.status().code() == code && !result.status().message().empty();
}

const suite condense_suite{[] {
  "wine needs few prototypes"_test = [] {
    const auto table = read_csv<float>(embedded("wine.csv"), {});
    expect(bool(table));
    for (const char* method : {"lda", "lfda", "pca"}) {
      const TrainAndTest split(table->view(), method, 1);
      const Index all = split.errors(split.model);
      for (Index prototypes : {9, 15, 30}) {
        const Result<Model> condensed = condense(split.model, prototypes);
        expect(condensed && condensed->references().cols() == prototypes);
        // 89 test samples: three more errors are noise.
        expect(split.errors(*condensed) <= all + 3)
            << method << prototypes << split.errors(*condensed) << all;
      }
    }
  };

  "three Gaussians need one prototype each, or a few"_test = [] {
    const synthetic::Set<float> set = synthetic::gauss3(600, 8).cast<float>();
    const TrainAndTest split(set.view(), "lda", 1);
    for (Index prototypes : {3, 6, 30}) {
      const Result<Model> condensed = condense(split.model, prototypes);
      expect(condensed && split.errors(*condensed) <= split.errors(split.model)) << prototypes;
    }
  };

  "prototypes are shared out by size, and everyone gets one"_test = [] {
    const Model model = on_a_line({100, 1, 50, 3});
    for (Index prototypes : {4, 5, 10, 31, 100, 153}) {
      const Result<Model> condensed = condense(model, prototypes);
      expect(condensed && condensed->references().cols() == prototypes) << prototypes;
      if (!condensed) continue;
      const std::vector<Index> share = counts(*condensed);
      expect(share[0] >= share[2] && share[2] >= share[3] && share[3] >= 1 && share[1] == 1);
      expect(share[0] <= 100 && share[2] <= 50 && share[3] <= 3);
      expect(std::abs(double(share[0]) - 2 * double(share[2])) <= 2) << share[0] << share[2];
      const auto labels = predict<float>(*condensed, view(model.references()));
      expect(labels && std::equal(labels->begin(), labels->end(), model.labels().begin()));
    }
  };

  "two clusters of one class get a prototype each"_test = [] {
    models::Parts model = on_a_line({4, 2});
    model.references << 0, 1, 100, 101, 50, 51;
    const Result<Model> condensed = condense(model, 3);
    expect(condensed && condensed->references().cols() == 3);
    std::vector<float> points(condensed->references().data(), condensed->references().data() + 3);
    std::sort(points.begin(), points.end());
    expect(points == std::vector<float>{0.5f, 50.5f, 100.5f});
  };

  "repeated points need no second prototype"_test = [] {
    models::Parts model = on_a_line({10, 10});
    model.references.leftCols(10).setConstant(1);
    model.references.rightCols(10).setConstant(2);
    const Result<Model> condensed = condense(model, 8);
    expect(condensed && condensed->references().cols() == 2 && condensed->references()(0, 1) == 2);
    model.references.setConstant(1);
    expect(bool(condense(model, 8))) << "two classes in one place";
  };

  "the nearest decides, the record says so, the rest stays"_test = [] {
    models::Parts model = models::make(Rule::neighbors, true);
    model.record.set("notes", Json::array().push("before"));
    const Result<Model> condensed = condense(model, 4);
    expect(condensed && condensed->neighbors() == 1 && condensed->references().cols() == 4);
    const Json* record = condensed->record().find("condensed");
    expect(record && record->number_or("prototypes", 0) == 4 && record->number_or("from", 0) == 7);
    expect(condensed->record().find("notes")->dump() ==
           R"(["before","4 prototypes in place of 7 reference points"])");
    expect(condensed->projection() == model.linear().projection && condensed->features() == model.features &&
           condensed->range() == model.range && condensed->record().text_or("method", "") == "lda");
    const auto bytes = *encode(*condensed);
    expect(bool(decode(bytes.data(), bytes.size())));
    const auto again = condense(model, 4);
    expect(again && *encode(*again) == bytes) << "deterministic";
  };

  "with enough prototypes nothing changes"_test = [] {
    const Model model = models::make(Rule::neighbors);
    for (Index prototypes : {7, 8, 1000000}) {
      const Result<Model> same = condense(model, prototypes);
      expect(same && *encode(*same) == *encode(model));
    }
  };

  "memberships go on working"_test = [] {
    const synthetic::Set<float> set = synthetic::gauss3(600, 8).cast<float>();
    const TrainAndTest split(set.view(), "sle", 1);
    expect(split.model.rule() == Rule::membership);
    const Result<Model> condensed = condense(split.model, 60);
    expect(condensed && condensed->rule() == Rule::membership && condensed->references().cols() == 60);
    expect(double(split.errors(*condensed)) <= double(split.errors(split.model)) + 0.03 * 300)
        << split.errors(*condensed) << split.errors(split.model);
  };

  "kernel models too"_test = [] {
    const Result<Model> condensed = condense(models::make_kernel("rbf", Rule::neighbors), 3);
    expect(condensed && condensed->references().cols() == 3 && condensed->map() == Map::kernel);
  };

  "one class"_test = [] {
    const Result<Model> condensed = condense(on_a_line({20}), 3);
    expect(condensed && condensed->references().cols() == 3);
  };

  "what cannot be condensed is a status"_test = [] {
    expect(refused(condense(models::make(Rule::none), 5), Code::bad_argument));
    expect(refused(condense(models::make_embedding(true), 5), Code::bad_argument));
    const Model model = models::make(Rule::neighbors);
    for (Index prototypes : {2, 1, 0, -1}) expect(refused(condense(model, prototypes), Code::bad_argument));
    expect(condense(model, 2).status().message() ==
           "2 prototypes are too few: there are 3 classes, and each needs one");
  };

  "huge and tiny points"_test = [] {
    for (float size : {1e-44f, 1e-30f, 1e30f, 3e38f}) {
      models::Parts model = models::make(Rule::neighbors);
      model.references *= size;
      const Result<Model> condensed = condense(model, 4);
      expect(condensed ? condensed->references().allFinite()
                       : condensed.status().code() == Code::not_representable);
    }
  };
}};
}  // namespace condense_test
