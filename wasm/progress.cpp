// What C passes as a function pointer, JavaScript gives as an import: a fit then needs no slot of the
// function table.
#include "tanda/tanda.h"

extern "C" {

__attribute__((import_module("tanda"), import_name("progress"))) int tanda_wasm_ask(const char* stage,
                                                                                    double part);

/// From now on what runs with these options asks `tanda.progress(stage, part)`; anything but 0 cancels.
TANDA_API void tanda_wasm_progress(tanda_options* options) {
  tanda_options_progress(
      options, [](void*, const char* stage, double part) { return tanda_wasm_ask(stage, part); }, nullptr);
}

}  // extern "C"
