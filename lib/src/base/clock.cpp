#include "base/clock.hpp"

#ifdef __EMSCRIPTEN__
#include <time.h>
#else
#include <chrono>
#endif

namespace tanda::internal {

double seconds_now() {
#ifdef __EMSCRIPTEN__
  // Not std::chrono: on failure it throws a std::system_error, whose table of messages brings printf into the
  // program.
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
#else
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
#endif
}

}  // namespace tanda::internal
