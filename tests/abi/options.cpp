// Checks that the list of options in tanda.h agrees with the library's table: each option of each function,
// and no other.
//   options HEADER
#include "options/options.hpp"

#include <cstdio>
#include <fstream>
#include <set>
#include <string>
#include <utility>

using namespace tanda::internal;

/// An option and a function that takes it.
using Entry = std::pair<std::string, std::string>;

namespace {

std::set<Entry> of_table() {
  const std::pair<unsigned, const char*> functions[] = {{takes_fit, "fit"},
                                                        {takes_plan, "plan"},
                                                        {takes_tune, "tune"},
                                                        {takes_evaluate, "evaluate"},
                                                        {takes_read, "read_csv"},
                                                        {takes_export, "export"},
                                                        {takes_statistics, "statistics"}};
  std::set<Entry> entries;
  for (const OptionInfo& option : option_table())
    for (const auto& [taker, function] : functions)
      if ((option.takers & taker) && !option.program_only) entries.emplace(option.name, function);
  return entries;
}

/// "label, id" from the beginning of a text.
std::set<std::string> leading_names(std::string text) {
  std::set<std::string> names;
  for (;;) {
    const std::size_t end = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz_-");
    if (end != 0 && !text.empty()) names.insert(text.substr(0, end));
    if (end == std::string::npos || text.compare(end, 2, ", ") != 0) return names;
    text.erase(0, end + 2);
  }
}

/// In the lines of the list, functions begin in column 5 and options in column 22; continuations are indented
/// further.
std::set<Entry> of_header(const char* path) {
  std::ifstream file(path);
  std::set<Entry> entries;
  std::set<std::string> functions;
  bool inside = false;
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("/* ---- Options", 0) == 0) inside = true;
    if (line.rfind(" */", 0) == 0) inside = false;
    if (!inside || line.rfind(" *   ", 0) != 0 || line.size() < 23) continue;
    if (line[5] != ' ') functions = leading_names(line.substr(5));
    if (line[22] == ' ') continue;
    for (const std::string& option : leading_names(line.substr(22)))
      for (const std::string& function : functions) entries.emplace(option, function);
  }
  return entries;
}

int missing(const std::set<Entry>& from, const std::set<Entry>& other, const char* where) {
  int count = 0;
  for (const auto& [option, function] : from)
    if (!other.count({option, function})) {
      std::printf("FAILED %s has no %s for %s\n", where, option.c_str(), function.c_str());
      ++count;
    }
  return count;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const std::set<Entry> table = of_table(), header = of_header(argv[1]);
  const int failed = missing(table, header, "tanda.h") + missing(header, table, "the table");
  std::printf("%d passed, %d failed\n", failed == 0, failed);
  return failed > 0;
}
