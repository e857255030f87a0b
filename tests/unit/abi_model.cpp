// The C ABI's functions that read models: scores, neighbours, components, mean, offset, eigenvalues.
#include <cmath>
#include <string>
#include <vector>

#include "models.hpp"
#include "tanda/tanda.h"
#include "ut.hpp"

namespace abi_model_test {
using namespace ut;
using tanda::Code;
using tanda::Rule;

/// A model opened through the C ABI.
class Opened {
 public:
  explicit Opened(const tanda::internal::Model& model) {
    const auto bytes = tanda::internal::encode(model);
    expect(tanda_open(bytes->data(), bytes->size(), &model_, nullptr) == 0);
  }
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;
  ~Opened() { tanda_model_free(model_); }
  operator const tanda_model*() const { return model_; }

 private:
  tanda_model* model_ = nullptr;
};

bool refused(int32_t code, const tanda_error& error, Code wanted, const char* message) {
  const bool same = code == int32_t(wanted) && std::string(error.message) == message;
  expect(same) << error.message;
  return same;
}

const suite abi_model_suite = [] {
  const models::Parts parts = models::make(Rule::neighbors, true);
  const tanda::internal::Model model = parts;
  tanda_error error;

  "components, offset and mean are the map"_test = [&] {
    const Opened opened(model);
    std::vector<float> components(12), offset(3), mean(4), x(4, 0.5f), y(3);
    expect(tanda_model_components(opened, components.data(), &error) == 0 && error.code == 0);
    expect(tanda_model_offset(opened, offset.data(), nullptr) == 0);
    expect(tanda_model_mean(opened, mean.data(), nullptr) == 0);
    expect(components[6] == float(model.projection()(1, 2)) && offset[2] == float(model.offset()[2]) &&
           mean[3] == float(model.mean()[3]));
    expect(tanda_transform(opened, x.data(), 1, 4, y.data(), nullptr) == 0);
    for (std::size_t i = 0; i < 3; ++i) {
      float sum = offset[i];
      for (std::size_t j = 0; j < 4; ++j) sum += components[i * 4 + j] * x[j];
      expect(std::fabs(sum - y[i]) < 1e-5f);
    }
    const Opened kernel(models::make_kernel("rbf", Rule::neighbors));
    expect(refused(tanda_model_components(kernel, components.data(), &error), error, Code::bad_argument,
                   "the model's map is not linear: it has no components"));
    expect(refused(tanda_model_offset(kernel, offset.data(), &error), error, Code::bad_argument,
                   "the model's map is not linear: it has no offset"));
    expect(tanda_model_mean(kernel, mean.data(), nullptr) == 0);
    expect(refused(tanda_model_components(opened, nullptr, &error), error, Code::bad_argument,
                   "components is missing: it was NULL"));
    expect(tanda_model_offset(opened, nullptr, nullptr) != 0 &&
           tanda_model_mean(opened, nullptr, nullptr) != 0);
    expect(tanda_model_components(nullptr, components.data(), nullptr) != 0 &&
           tanda_model_offset(nullptr, offset.data(), nullptr) != 0 &&
           tanda_model_mean(nullptr, mean.data(), nullptr) != 0);
  };

  "eigenvalues come from the record"_test = [&] {
    const Opened opened(model);
    std::size_t count = 0;
    expect(tanda_model_eigenvalues(opened, nullptr, &count, &error) == 0 && count == 3u);
    std::vector<double> values(5, -1);
    expect(tanda_model_eigenvalues(opened, values.data(), &count, &error) == 0 && count == 3u);
    expect(values[0] == 3.5 && values[2] == 1e-9 && values[3] == -1);
    count = 2;
    values[0] = 7;
    expect(refused(tanda_model_eigenvalues(opened, values.data(), &count, &error), error, Code::wrong_shape,
                   "there are 3 eigenvalues, and room for 2"));
    expect(count == 2u && values[0] == 7);
    models::Parts bare = parts;
    bare.record = tanda::internal::Json();
    expect(tanda_model_eigenvalues(Opened(bare), nullptr, &count, &error) == 0 && count == 0u);
    expect(tanda_model_eigenvalues(opened, values.data(), nullptr, nullptr) != 0);
    expect(tanda_model_eigenvalues(nullptr, values.data(), &count, nullptr) != 0);
  };

  "the nearest reference points, and how far"_test = [&] {
    models::Parts line;
    line.linear().projection = tanda::internal::MatrixD::Ones(1, 1);
    line.linear().offset = line.mean = tanda::internal::VectorD::Zero(1);
    line.rule = Rule::neighbors;
    line.classes = {"a"};
    line.references = tanda::internal::Matrix<float>::Zero(1, 5);
    line.references << 10, 0, 3, 0, 7;
    line.labels.assign(5, 0);
    const Opened opened{tanda::internal::Model(line)};
    const float x[2] = {1, 8};
    std::vector<int32_t> indices(6, -1);
    std::vector<float> distances(6, -1);
    expect(tanda_neighbors(opened, x, 2, 1, 3, indices.data(), distances.data(), &error) == 0);
    expect(indices == std::vector<int32_t>{1, 3, 2, 4, 0, 2}) << "of equally near ones the lower first";
    expect(distances == std::vector<float>{1, 1, 2, 1, 2, 5});
    expect(refused(tanda_neighbors(opened, x, 2, 1, 6, indices.data(), distances.data(), &error), error,
                   Code::bad_argument, "6 neighbours: the model has 5 reference points"));
    expect(tanda_neighbors(opened, x, 2, 1, 0, indices.data(), distances.data(), &error) != 0);
    expect(tanda_neighbors(opened, x, 2, 2, 1, indices.data(), distances.data(), &error) ==
           int32_t(Code::wrong_shape));
    expect(refused(tanda_neighbors(Opened(models::make(Rule::none)), x, 0, 4, 1, nullptr, nullptr, &error),
                   error, Code::bad_argument,
                   "the model has no reference points: it was fitted with no classifier"));
    expect(tanda_neighbors(Opened(models::make_embedding(true)), x, 0, 4, 1, nullptr, nullptr, &error) ==
           int32_t(Code::no_projection));
    expect(tanda_neighbors(opened, x, 2, 1, 1, nullptr, distances.data(), nullptr) != 0 &&
           tanda_neighbors(opened, x, 2, 1, 1, indices.data(), nullptr, nullptr) != 0 &&
           tanda_neighbors(nullptr, x, 2, 1, 1, indices.data(), distances.data(), nullptr) != 0 &&
           tanda_neighbors(opened, nullptr, 2, 1, 1, indices.data(), distances.data(), nullptr) != 0);
  };

  "scores of a row, with labels and without"_test = [&] {
    const Opened opened(model);
    const std::vector<float> x(8, 0.25f);
    std::vector<float> scores(6, -1), again(6, -1);
    int32_t labels[2] = {-1, -1};
    expect(tanda_predict_scores(opened, x.data(), 2, 4, labels, scores.data(), &error) == 0);
    expect(tanda_predict_scores(opened, x.data(), 2, 4, nullptr, again.data(), &error) == 0 &&
           scores == again);
    for (std::size_t i = 0; i < 2; ++i) {
      const float* const row = scores.data() + 3 * i;
      expect(std::fabs(row[0] + row[1] + row[2] - 1) < 1e-6f);
      for (int c = 0; c < 3; ++c) expect(row[labels[i]] >= row[c]);
    }
    expect(refused(tanda_predict_scores(opened, x.data(), 2, 4, labels, nullptr, &error), error,
                   Code::bad_argument, "scores is missing: it was NULL"));
    expect(tanda_predict_scores(opened, x.data(), 2, 3, labels, scores.data(), &error) ==
           int32_t(Code::wrong_shape));
    expect(tanda_predict_scores(Opened(models::make(Rule::none)), x.data(), 2, 4, labels, scores.data(),
                                &error) == int32_t(Code::bad_argument));
    expect(tanda_predict_scores(nullptr, x.data(), 2, 4, labels, scores.data(), nullptr) != 0);
    expect(tanda_predict_scores(opened, nullptr, 0, 4, nullptr, nullptr, nullptr) == 0);
  };

  "a nearest mean in C: rule 3"_test = [&] {
    models::Parts means = parts;
    means.references = tanda::internal::Matrix<float>::Identity(3, 3);
    means.labels = {0, 1, 2};
    means.neighbors = 1;
    means.record.set("classifier", "mean");
    tanda_model_info info;
    tanda_model_describe(Opened(means), &info);
    expect(info.rule == 3 && info.references == 3u && info.neighbors == 1);
    means.neighbors = 2;
    tanda_model_describe(Opened(means), &info);
    expect(info.rule == 1 && info.neighbors == 2) << "two of them vote: these are no means";
  };
};
}  // namespace abi_model_test
