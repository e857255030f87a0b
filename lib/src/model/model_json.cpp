// The JSON export of a linear model: a contract, see the README of the command line.
#include <string>

#include "tanda/model/model.hpp"

namespace tanda {
namespace {

Json recorded(const Model& model, const char* key, Json otherwise) {
  const Json* value = model.record.find(key);
  return value ? *value : otherwise;
}

Json feature_names(const Model& model) {
  if (!model.features.empty()) return model.features;
  Json names = Json::array();
  for (Index j = 0; j < model.inputs(); ++j) names.push("f" + std::to_string(j));
  return names;
}

}  // namespace

std::string model_json(const Model& model) {
  Json rows = Json::array();
  for (Index i = 0; i < model.outputs(); ++i) rows.push(Json::array(VectorD(model.projection.row(i))));

  Json json = Json::object();
  json.set("format", "tanda-model")
      .set("version", 1)
      .set("method", recorded(model, "method", Json()))
      .set("params", recorded(model, "params", Json::object()))
      .set("features", feature_names(model))
      .set("classes", model.classes)
      .set("mean", Json::array(model.mean))
      .set("projection", std::move(rows))
      .set("offset", Json::array(model.offset))
      .set("eigenvalues", recorded(model, "eigenvalues", Json::array()))
      .set("unit_length", model.unit_length)
      .set("rule", rule_name(model.rule));
  if (model.rule == Rule::neighbors) json.set("neighbors", model.neighbors);
  if (model.rule == Rule::membership) json.set("block", model.block);
  return json.dump(2) + "\n";
}

}  // namespace tanda
