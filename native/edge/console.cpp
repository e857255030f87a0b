#include "console.hpp"

#include <cstdio>

void say(const char* text) {
  std::fputs(text, stdout);
}
