// Turns running out of memory into a status.
#pragma once

#include <new>
#include <stdexcept>

#include "tanda/status.hpp"

namespace tanda::internal {

/// Runs work that returns a Status or a Result. If it runs out of memory anywhere inside, Eigen included, it
/// returns Code::out_of_memory. Every public function that allocates is guarded this way, and nothing below
/// them is. Other exceptions come from the caller's own callbacks and pass through to the caller. (Without
/// exceptions it only runs the work: in WebAssembly the package turns the abort into an error and starts a
/// new module, wasm/src/api.ts.)
template <class Work>
auto guarded(Work work) -> decltype(work()) {
#ifdef __cpp_exceptions
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return Status(Code::out_of_memory);
  } catch (const std::length_error&) {  // a vector longer than max_size()
    return Status(Code::out_of_memory);
  }
#else
  return work();
#endif
}

}  // namespace tanda::internal
