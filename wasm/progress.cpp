// The progress callback, which C passes as a function pointer, is an import in JavaScript: a fit then needs
// no slot of the function table.
#include "tanda/tanda.h"

extern "C" {

__attribute__((import_module("tanda"), import_name("progress"))) int tanda_wasm_ask(const char* stage,
                                                                                    double part);

/// From now on, calls with these options call `tanda.progress(stage, fraction)`; a result other than 0
/// cancels.
TANDA_API void tanda_wasm_progress(tanda_options* options) {
  tanda_options_progress(
      options, [](void*, const char* stage, double part) { return tanda_wasm_ask(stage, part); }, nullptr);
}

}  // extern "C"
