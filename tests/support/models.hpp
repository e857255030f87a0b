// Small made-up models for the tests of the model file.
#pragma once

#include "tanda/base/random.hpp"
#include "tanda/model/model.hpp"

namespace models {

inline tanda::Model make(tanda::Rule rule, bool double_precision = false, bool optional_parts = true) {
  using tanda::Index;
  const Index r = 3, d = 4, m = rule == tanda::Rule::none ? 0 : 7;
  tanda::Random random(11);
  const auto number = [&] { return random.uniform() * 2 - 1; };
  tanda::Model model;
  model.projection = tanda::MatrixD::NullaryExpr(r, d, number);
  model.mean = tanda::VectorD::NullaryExpr(d, number);
  model.offset = -model.projection * model.mean;
  model.double_precision = double_precision;
  model.rule = rule;
  model.neighbors = 2;
  model.block = rule == tanda::Rule::membership ? 1 : 0;
  model.references = tanda::Matrix<float>::NullaryExpr(r, m, [&] { return static_cast<float>(number()); });
  for (Index i = 0; i < m; ++i) model.labels.push_back(static_cast<std::int32_t>(i % 3));
  model.classes = {"one", "", "drei \xC3\xA4"};
  if (optional_parts) {
    model.features = {"a", "b,c", "", std::string("d\0e", 3)};
    model.range = tanda::Vector<float>::LinSpaced(static_cast<Index>(d), 0, 6);
  }
  model.record = tanda::Json::object()
                     .set("method", "lda")
                     .set("params", tanda::Json::object().set("ridge", 0.1))
                     .set("eigenvalues", std::vector<double>{3.5, 0.1, 1e-9});
  return model;
}

/// The same with a kernel in place of P: six points in two coordinates, or in the inputs' own.
inline tanda::Model make_kernel(tanda::KernelKind kind, tanda::Rule rule, bool double_precision = false,
                                bool basis = true) {
  tanda::Model model = make(rule, double_precision);
  tanda::Random random(12);
  const auto number = [&] { return random.uniform() * 2 - 1; };
  const tanda::Index r = model.outputs(), d = model.inputs(), p = basis ? 2 : d, q = 6;
  model.map = tanda::Map::kernel;
  model.projection.resize(0, 0);
  model.offset.resize(0);
  model.kernel.kernel = {kind, 1.7, 3, 0.6};
  model.kernel.factor = tanda::VectorD::NullaryExpr(d, [&] { return 1.5 + number(); });
  if (basis) model.kernel.basis = tanda::MatrixD::NullaryExpr(d, p, number);
  model.kernel.points = tanda::MatrixD::NullaryExpr(p, q, number);
  model.kernel.coefficients = tanda::MatrixD::NullaryExpr(r, q, number);
  return model;
}

/// Seven embedded samples; the last one without a label, or none with one.
inline tanda::Model make_embedding(bool labels, bool double_precision = false) {
  tanda::Model model = make(tanda::Rule::neighbors, double_precision);
  model.map = tanda::Map::embedding;
  model.rule = tanda::Rule::none;
  model.projection.resize(0, 0);
  model.offset.resize(0);
  model.labels.back() = -1;
  if (!labels) model.labels.clear();
  return model;
}

}  // namespace models
