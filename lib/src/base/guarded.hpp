// Where memory that runs out becomes a status.
#pragma once

#include <new>
#include <stdexcept>

#include "tanda/status.hpp"

namespace tanda::internal {

/// Runs work that gives a Status or a Result; what runs out of memory inside, in Eigen or anywhere, comes
/// back as one. Every public function that allocates is guarded, and nothing below them is. What else is
/// thrown comes from the caller's own callback and goes back to the caller. (Where there are no exceptions,
/// it only runs: in WebAssembly the package makes an error of it and starts anew, wasm/src/api.ts.)
template <class Work>
auto guarded(Work work) -> decltype(work()) {
#ifdef __cpp_exceptions
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return Status(Code::out_of_memory);
  } catch (const std::length_error&) {  // of a vector that cannot be
    return Status(Code::out_of_memory);
  }
#else
  return work();
#endif
}

}  // namespace tanda::internal
