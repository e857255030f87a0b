// Exports a model as JSON, with every number as text.
#include "model/export.hpp"

namespace tanda::internal {

const ExporterInfo& json_exporter() {
  static constexpr ExporterInfo info = [] {
    ExporterInfo e{"json", "json", "JSON", true, nullptr};
    e.write = [](const Model& model, const ExportOptions&) -> Result<std::string> {
      return model_json(model) + '\n';
    };
    return e;
  }();
  return info;
}

}  // namespace tanda::internal
