// The list of formats a model can be exported to.
#include "model/export.hpp"

// Each format has a file exporters/NAME.cpp and a line here.
#define TANDA_EXPORTERS(X) \
  X(c)                     \
  X(cpp)                   \
  X(json)                  \
  X(onnx)                  \
  X(npz)                   \
  X(tanda)

namespace tanda::internal {

#define TANDA_DECLARE_EXPORTER(id) const ExporterInfo& id##_exporter();
TANDA_EXPORTERS(TANDA_DECLARE_EXPORTER)

const ExporterInfo& default_exporter() {
  return json_exporter();
}

const Catalog<ExporterInfo>& exporters() {
#define TANDA_EXPORTER_ENTRY(id) &id##_exporter(),
  static const ExporterInfo* const entries[] = {TANDA_EXPORTERS(TANDA_EXPORTER_ENTRY)};
  static const Catalog<ExporterInfo> all(entries);
  return all;
}

}  // namespace tanda::internal
