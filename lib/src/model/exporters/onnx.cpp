// Exports a model for the ONNX runtimes of browsers, phones and servers.
#include "model/export.hpp"
#include "model/export_onnx.hpp"

namespace tanda::internal {

const ExporterInfo& onnx_exporter() {
  static constexpr ExporterInfo info = [] {
    ExporterInfo e{"onnx", "onnx", "an ONNX model", false, nullptr};
    e.write = [](const Model& model, const ExportOptions&) -> Result<std::string> {
      return bytes_of(model_onnx(model));
    };
    e.embeddings = false;
    return e;
  }();
  return info;
}

}  // namespace tanda::internal
