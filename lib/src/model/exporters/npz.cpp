// Exports a model for numpy.load.
#include "model/export.hpp"
#include "model/export_npz.hpp"

namespace tanda::internal {

const ExporterInfo& npz_exporter() {
  static constexpr ExporterInfo info = [] {
    ExporterInfo e{"npz", "npz", "NumPy arrays", false, nullptr};
    e.write = [](const Model& model, const ExportOptions&) -> Result<std::string> {
      return bytes_of(model_npz(model));
    };
    return e;
  }();
  return info;
}

}  // namespace tanda::internal
