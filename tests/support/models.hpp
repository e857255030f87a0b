// Small artificial models for the tests of the model file.
#pragma once

#include "model/model.hpp"
#include "tanda/detail/random.hpp"

namespace models {

/// The parts of a model, converted to a Model where one is needed; they must be consistent then.
struct Parts : tanda::internal::ModelParts {
  Parts() = default;
  Parts(const tanda::internal::Model& model) : ModelParts(model.copy_parts()) {}
  operator tanda::internal::Model() const { return *tanda::internal::Model::make(*this); }
};

inline Parts make(tanda::Rule rule, bool double_precision = false, bool optional_parts = true) {
  using tanda::internal::Index;
  const Index r = 3, d = 4, m = rule == tanda::Rule::none ? 0 : 7;
  tanda::Random random(11);
  const auto number = [&] { return random.uniform() * 2 - 1; };
  Parts model;
  model.linear().projection = tanda::internal::MatrixD::NullaryExpr(r, d, number);
  model.mean = tanda::internal::VectorD::NullaryExpr(d, number);
  model.linear().offset = -model.linear().projection * model.mean;
  model.double_precision = double_precision;
  model.rule = rule;
  model.neighbors = 2;
  model.block = rule == tanda::Rule::membership ? 1 : 0;
  model.references =
      tanda::internal::Matrix<float>::NullaryExpr(r, m, [&] { return static_cast<float>(number()); });
  for (Index i = 0; i < m; ++i) model.labels.push_back(static_cast<std::int32_t>(i % 3));
  model.classes = {"one", "", "drei \xC3\xA4"};
  if (optional_parts) {
    model.features = {"a", "b,c", "", std::string("d\0e", 3)};
    model.range = tanda::internal::Vector<float>::LinSpaced(static_cast<Index>(d), 0, 6);
  }
  model.record = tanda::internal::Json::object()
                     .set("method", "lda")
                     .set("params", tanda::internal::Json::object().set("ridge", 0.1))
                     .set("eigenvalues", std::vector<double>{3.5, 0.1, 1e-9});
  return model;
}

/// The same with a kernel instead of P: six points in two coordinates, or in those of the inputs.
inline Parts make_kernel(const char* kernel, tanda::Rule rule, bool double_precision = false,
                         bool basis = true) {
  Parts model = make(rule, double_precision);
  tanda::Random random(12);
  const auto number = [&] { return random.uniform() * 2 - 1; };
  const tanda::internal::Index r = model.outputs(), d = model.inputs(), p = basis ? 2 : d, q = 6;
  tanda::internal::KernelMap& map = model.kernel();
  map.kernel = {tanda::internal::kernels().find(kernel), 1.7, 3, 0.6};
  map.factor = tanda::internal::VectorD::NullaryExpr(d, [&] { return 1.5 + number(); });
  if (basis) map.basis = tanda::internal::MatrixD::NullaryExpr(d, p, number);
  map.points = tanda::internal::MatrixD::NullaryExpr(p, q, number);
  map.coefficients = tanda::internal::MatrixD::NullaryExpr(r, q, number);
  return model;
}

/// Seven embedded samples; with `labels` only the last one is unlabelled, otherwise all are.
inline Parts make_embedding(bool labels, bool double_precision = false) {
  Parts model = make(tanda::Rule::neighbors, double_precision);
  model.embed();
  model.rule = tanda::Rule::none;
  model.labels.back() = -1;
  if (!labels) model.labels.clear();
  return model;
}

/// The code with which inconsistent parts are refused.
inline tanda::Code refusal(tanda::internal::ModelParts parts) {
  return tanda::internal::Model::make(std::move(parts)).status().code();
}

}  // namespace models
