// Exports a model file again, with fewer prototypes.
#include "model/export.hpp"

namespace tanda::internal {

const ExporterInfo& tanda_exporter() {
  static constexpr ExporterInfo info = [] {
    ExporterInfo e{"tanda", "tanda", "a model file", false, nullptr};
    e.write = [](const Model& model, const ExportOptions&) -> Result<std::string> {
      return bytes_of(encode(model));
    };
    return e;
  }();
  return info;
}

}  // namespace tanda::internal
