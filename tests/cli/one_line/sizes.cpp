// An example export format in one file, as every exporter is written: the sizes of a model.
#include "base/text.hpp"
#include "model/export.hpp"

namespace tanda::internal {

const ExporterInfo& sizes_exporter() {
  static constexpr ExporterInfo info = [] {
    ExporterInfo e{"sizes", "txt", "a line of sizes", true, nullptr};
    e.write = [](const Model& model, const ExportOptions& options) -> Result<std::string> {
      return joined({options.name, " ", model.inputs(), " ", model.outputs(), "\n"});
    };
    e.takes = with_name;
    e.embeddings = false;
    return e;
  }();
  return info;
}

}  // namespace tanda::internal
