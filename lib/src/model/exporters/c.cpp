// Exports a C99 header, for firmware.
#include "model/export.hpp"
#include "model/export_c.hpp"

namespace tanda::internal {

const ExporterInfo& c_exporter() {
  static constexpr ExporterInfo info = [] {
    ExporterInfo e{"c", "h", "a C header", true, nullptr};
    e.write = [](const Model& model, const ExportOptions& options) -> Result<std::string> {
      CExport how;
      how.name = options.name;
      how.int8 = options.int8;
      return model_c(model, how);
    };
    e.takes = with_name | with_quantize;
    e.kernels = e.embeddings = false;
    return e;
  }();
  return info;
}

}  // namespace tanda::internal
