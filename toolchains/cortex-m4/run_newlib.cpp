// With newlib: its files are opened before and flushed after.
#include <cerrno>
#include <cstdlib>

#include "program.hpp"

extern "C" {
void initialise_monitor_handles();  // of newlib's librdimon

void run_program() {
  initialise_monitor_handles();
  std::exit(call_main(0, nullptr));
}

// Newlib calls these two around constructors of its own; startup.cpp has run them all.
void _init() {}
void _fini() {}

/// By which destructors of static objects are filed; there is one program, and it does not unload.
[[gnu::visibility("hidden")]] extern void* __dso_handle;
void* __dso_handle = nullptr;

/// There is no source of randomness: say so.
int getentropy(void*, std::size_t) {
  errno = EIO;
  return -1;
}
}
