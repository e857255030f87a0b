// Prints each message from standard input, those that name options in every spelling. Refuses messages with
// options that no front end has.
#include <cstdio>
#include <iostream>
#include <set>
#include <string>

#include "base/spelling.hpp"
#include "options/options.hpp"

namespace {

using namespace tanda::internal;

/// Names after opening braces that are neither options nor (with a "(") places to look things up.
std::set<std::string> unknown_names(const std::string& message) {
  std::set<std::string> unknown;
  for (std::size_t at = message.find('{'); at != std::string::npos; at = message.find('{', at + 1)) {
    const std::size_t end = message.find_first_of("=(}", at);
    if (end == std::string::npos || message[end] == '(') continue;
    const std::string name = message.substr(at + 1, end - at - 1);
    bool known = false;
    for (const OptionInfo& option : option_table()) known = known || name == option.name;
    if (!known) unknown.insert(name);
  }
  return unknown;
}

}  // namespace

int main() {
  constexpr const char* names[spelling_count] = {"C", "program", "C++", "JavaScript", "Python"};
  int wrong = 0;
  std::string message;
  while (std::getline(std::cin, message)) {
    for (const std::string& name : unknown_names(message)) {
      std::fprintf(stderr, "there is no option \"%s\": %s\n", name.c_str(), message.c_str());
      ++wrong;
    }
    std::printf("%s\n", message.c_str());
    for (int i = 0; i < spelling_count && spelled(message, Spelling::c) != message; ++i)
      std::printf("  %-10s %s\n", names[i], spelled(message, static_cast<Spelling>(i)).c_str());
  }
  return wrong > 0;
}
