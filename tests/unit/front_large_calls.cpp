// What the C ABI takes from the heap for 100 000 samples: nothing, after the first call.
#include <vector>

#include "memory_meter.hpp"
#include "model/classifiers.hpp"
#include "models.hpp"
#include "tanda/detail/random.hpp"
#include "tanda/tanda.h"
#include "ut.hpp"

namespace front_large_calls_test {
using namespace ut;
using namespace tanda::internal;

constexpr std::size_t rows = 100000, inputs = 64, outputs = 10, classes = 10;

/// 64 → 10 at random, with as many points of each class as said; one: its mean.
models::Parts parts_of(int points_of_each, tanda::Random& random) {
  models::Parts parts;
  parts.linear().projection = MatrixD::NullaryExpr(outputs, inputs, [&] { return random.uniform() - 0.5; });
  parts.linear().offset = VectorD::Zero(outputs);
  parts.mean = VectorD::Zero(inputs);
  parts.rule = tanda::Rule::neighbors;
  parts.neighbors = 1;
  for (std::size_t c = 0; c < classes; ++c) parts.classes.push_back(std::to_string(c));
  const Index points = Index(classes) * points_of_each;
  parts.references = Matrix<float>::NullaryExpr(outputs, points, [&] { return float(random.uniform()); });
  for (Index i = 0; i < points; ++i) parts.labels.push_back(int(i % Index(classes)));
  if (points_of_each == 1) parts.classifier = find_classifier("mean");
  return parts;
}

const suite front_large_calls_suite = [] {
  tag("slow") / "100 000 samples are transformed and classified without taking memory"_test = [] {
    if (!meter::available()) return;
    tanda::Random random(7);
    std::vector<float> x(rows * inputs), y(rows * outputs);
    for (float& value : x) value = float(random.uniform());
    std::vector<std::int32_t> labels(rows);
    for (const int points_of_each : {1, 300}) {
      const auto bytes = encode(Model(parts_of(points_of_each, random)));
      tanda_model* model = nullptr;
      expect(bytes && tanda_open(bytes->data(), bytes->size(), &model, nullptr) == 0);
      for (int round = 0; round < 2; ++round) {
        const std::size_t before = meter::allocations();
        const bool good = tanda_transform(model, x.data(), rows, inputs, y.data(), nullptr) == 0 &&
                          tanda_predict(model, x.data(), rows, inputs, labels.data(), nullptr) == 0;
        const std::size_t taken = meter::allocations() - before;
        expect(good && (round == 0 || taken == 0)) << points_of_each << "took" << double(taken);
      }
      tanda_model_free(model);
    }
  };
};

}  // namespace front_large_calls_test
