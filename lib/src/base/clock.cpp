#include "base/clock.hpp"

#ifdef __EMSCRIPTEN__
#include <time.h>
#else
#include <chrono>
#endif

namespace tanda::internal {

double seconds_now() {
#ifdef __EMSCRIPTEN__
  // The library's clock could fail in as many words as a system has errors, and brings printf to say so.
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
#else
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
#endif
}

}  // namespace tanda::internal
