// Files embedded in the test program.
#pragma once

#include <string_view>

/// The text of an embedded file, empty if there is none of that name.
std::string_view embedded(const char* name);
