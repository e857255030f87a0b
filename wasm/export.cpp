// All that tanda-export.wasm does: the bytes of a model in, another program's format out. Most pages never
// need it.
#include "handles.hpp"

using namespace tanda::abi;
using tanda::Status;

/// `words` are names and values of options in turn, `count` of both together.
extern "C" TANDA_API int32_t tanda_wasm_export(const void* bytes, size_t size, const char* const* words,
                                               size_t count, tanda_bytes** file, tanda_error* error) {
  return guarded(error, [&]() -> Status {
    tanda::Model model;
    if (Status s = tanda::decode(static_cast<const std::uint8_t*>(bytes), size).get(model); !s) return s;
    tanda::ExportOptions options;
    for (size_t i = 0; i + 1 < count; i += 2)
      if (Status s = set_export_word(options, words[i], words[i + 1]); !s) return s;
    std::string exported;
    if (Status s = tanda::export_model(model, options).get(exported); !s) return s;
    return give(std::move(exported), file);
  });
}
