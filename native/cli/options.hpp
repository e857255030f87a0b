// Options of the library's table on the command line: a command says which of them it takes, and gets what
// they mean.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "command.hpp"
#include "options/options.hpp"

namespace cli {

using tanda::internal::Options;

/// The words that a command was given.
class GivenWords {
 public:
  /// Declares the options of these takers, a sum of tanda::internal::Taker. Not to be moved from then on.
  void add_to(CLI::App& app, unsigned takers);
  /// A value as it was given, "" = it was not.
  const std::string& text(std::string_view name) const;
  bool has(std::string_view name) const;
  /// What they mean; nothing said of threads is one for each core.
  Result<Options> options(const Registry& registry = tanda::internal::registry()) const;

 private:
  struct Word {
    const tanda::internal::OptionInfo* info;
    std::string text = {};
    std::vector<std::string> texts = {};  ///< of one that can be repeated
    bool flag = false;
  };
  std::deque<Word> words_;
};

inline constexpr const char* data_help =
    "CSV, TSV, ARFF, .npy or .npz file, plain or .gz; - = standard input";

/// DATA, and the command's options: how to read it is among them.
struct DataArguments {
  std::string path;
  GivenWords words;
};

/// What a --memory-limit leaves to each of so many fits at a time; 0 = there is none.
Result<std::uint64_t> memory_left(std::uint64_t limit, std::uint64_t taken, std::uint64_t lanes = 1);

}  // namespace cli
