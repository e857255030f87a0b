// Exports a C++17 header that uses tanda/projection.hpp.
#include "model/export.hpp"
#include "model/export_c.hpp"

namespace tanda::internal {

const ExporterInfo& cpp_exporter() {
  static constexpr ExporterInfo info = [] {
    ExporterInfo e{"cpp", "hpp", "a C++ header", true, nullptr};
    e.write = [](const Model& model, const ExportOptions& options) -> Result<std::string> {
      CExport how;
      how.name = options.name;
      how.language = CExport::cpp17;
      return model_c(model, how);
    };
    e.takes = with_name;
    e.kernels = e.embeddings = false;
    return e;
  }();
  return info;
}

}  // namespace tanda::internal
