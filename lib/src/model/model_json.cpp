// The JSON export of a model. Its format is stable; the README of the command line describes it.
#include <string>

#include "base/text.hpp"
#include "model/classifiers.hpp"
#include "model/model.hpp"

namespace tanda::internal {
namespace {

Json recorded(const Model& model, const char* key, Json otherwise) {
  const Json* value = model.record().find(key);
  return value ? *value : otherwise;
}

Json feature_names(const Model& model) {
  if (!model.features().empty()) return model.features();
  Json names = Json::array();
  for (Index j = 0; j < model.inputs(); ++j) names.push(joined({"f", j}));
  return names;
}

/// A matrix as one array per row; pass the transpose for one array per column.
Json rows(const MatrixD& matrix) {
  Json json = Json::array();
  for (Index i = 0; i < matrix.rows(); ++i) json.push(Json::array(VectorD(matrix.row(i))));
  return json;
}

void set_map(const Model& model, Json& json) {
  if (model.map() == Map::linear) {
    json.set("projection", rows(model.projection())).set("offset", Json::array(model.offset()));
  } else if (model.map() == Map::kernel) {
    const KernelMap& map = model.kernel();
    Json kernel = Json::object();
    kernel.set("type", map.kernel.info->id)
        .set("width", map.kernel.width)
        .set("degree", map.kernel.degree)
        .set("offset", map.kernel.offset);
    json.set("kernel", std::move(kernel))
        .set("factor", Json::array(map.factor))
        .set("basis", map.basis.size() > 0 ? rows(map.basis) : Json())
        .set("points", rows(map.points.transpose()))
        .set("coefficients", rows(map.coefficients));
  } else {
    json.set("embedding", rows(model.references().transpose().cast<double>()));
    if (!model.labels().empty()) json.set("labels", model.labels());
  }
}

}  // namespace

std::string model_json(const Model& model) {
  Json json = Json::object();
  json.set("format", "tanda-model")
      .set("version", 1)
      .set("method", recorded(model, "method", Json()))
      .set("params", recorded(model, "params", Json::object()))
      .set("features", feature_names(model))
      .set("classes", model.classes())
      .set("mean", Json::array(model.mean()));
  set_map(model, json);
  json.set("eigenvalues", recorded(model, "eigenvalues", Json::array()))
      .set("unit_length", model.unit_length())
      .set("rule", rule_name(model.rule()));
  if (&model.classifier() != &classifier_of_rule(model.rule())) json.set("classifier", model.classifier().id);
  if (model.rule() == Rule::neighbors) json.set("neighbors", model.neighbors());
  if (model.rule() == Rule::membership) json.set("block", model.block());
  return joined({json.dump(2), "\n"});
}

}  // namespace tanda::internal
