// The C ABI's way out, to other programs' formats.
#include "handles.hpp"
#include "tanda/core/text.hpp"

namespace tanda::abi {

Status set_export_word(ExportOptions& options, const std::string& name, const std::string& value) {
  const char* const word = name.c_str();
  if (name == "format") return parse_format(word, value).get(options.format);
  if (name == "prototypes") return parse_count(word, value, 1).get(options.prototypes);
  if (name == "quantize") return parse_quantize(word, value).get(options.int8);
  if (name != "name")
    return {Code::bad_argument, joined({"there is no option \"", name.substr(0, 40), "\" for exporting"})};
  options.name = value;
  return {};
}

}  // namespace tanda::abi

using namespace tanda::abi;
using tanda::Status;

extern "C" {

int32_t tanda_export(const tanda_model* model, const tanda_options* options, tanda_bytes** file,
                     tanda_error* error) {
  return guarded(error, [&]() -> Status {
    if (!model) return missing_argument("model");
    if (!options) return missing_argument("options");
    if (!file) return missing_argument("file");
    std::string bytes;
    if (Status s = tanda::export_model(model->model, options->exported).get(bytes); !s) return s;
    return give(std::move(bytes), file);
  });
}

}  // extern "C"
