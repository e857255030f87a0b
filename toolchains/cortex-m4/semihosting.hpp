// Text out of the board through the debugger, without a C library.
#pragma once

#include <cstdint>

/// Writes a text to the standard output of qemu (or of a debugger).
void say(const char* text);
