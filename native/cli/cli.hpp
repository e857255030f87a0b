// The command line program as a function, so that a program with additional methods takes three lines.
#pragma once

#include "methods/registry.hpp"

/// Runs one command; gives the exit code (0 ok, 2 usage, 3 bad data, 4 cannot fit, 5 I/O).
int run_cli(int argc, const char* const* argv, const tanda::internal::Registry& registry);
