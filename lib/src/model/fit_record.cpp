// The record of how a model was made.
#include <algorithm>

#include "base/decimal.hpp"
#include "fit_parts.hpp"

namespace tanda::internal {
namespace {

/// The parameters of a fit, with the values that the method chose where it did.
Json params_json(const Parameters& parameters, const std::vector<Setting>& chosen) {
  Json json = Json::object();
  for (const Parameter& p : parameters.list()) {
    const auto made =
        std::find_if(chosen.begin(), chosen.end(), [&](const Setting& s) { return s.first == p.name; });
    if (made != chosen.end()) {
      std::string_view text = made->second;
      if (double value = 0; read_decimal(text, value)) json.set(p.name, value);
    } else if (p.automatic && parameters.value(p) == automatic_value) {
      json.set(p.name, "auto");
    } else if (p.kind == Kind::flag) {
      json.set(p.name, parameters.value(p) != 0);
    } else if (p.kind == Kind::choice) {
      json.set(p.name, parameters.text(p));
    } else {
      json.set(p.name, parameters.value(p));
    }
  }
  return json;
}

}  // namespace

Json record_of(const MethodInfo& info, const Parameters& parameters, const Solution& solution,
               const FitOptions& options, Scale scale, PcaChoice pca) {
  Json pca_json;
  if (pca.dims > 0) pca_json = Json(double(pca.dims));
  if (pca.dims == 0 && pca.energy > 0) pca_json = Json(pca.energy);
  return Json::object()
      .set("method", info.id)
      .set("params", params_json(parameters, solution.chosen))
      .set("eigenvalues", Json::array(solution.values))
      .set("scale", scale_name(scale))
      .set("scale_chosen", options.scale == Scale::automatic)
      .set("pca", std::move(pca_json))
      .set("seed", whole_json(options.seed));
}

}  // namespace tanda::internal
