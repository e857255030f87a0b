// Options of the library's table on the command line: a command declares which of them it takes, and gets the
// parsed values.
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

/// The options given to a command, as text.
class GivenWords {
 public:
  /// Declares the options of these takers, a sum of tanda::internal::Taker. The object must not be moved
  /// afterwards.
  void add_to(CLI::App& app, unsigned takers);
  /// A value as it was given, "" = it was not.
  const std::string& text(std::string_view name) const;
  bool has(std::string_view name) const;
  /// The parsed options; the default number of threads is the number of cores.
  Result<Options> options(const Registry& registry = tanda::internal::registry()) const;

 private:
  struct Word {
    const tanda::internal::OptionInfo* info;
    std::string text = {};
    std::vector<std::string> texts = {};  ///< of an option that can be repeated
    bool flag = false;
  };
  std::deque<Word> words_;
};

inline constexpr const char* data_help =
    "CSV, TSV, ARFF, .npy or .npz file, plain or .gz; - = standard input";

/// DATA and the command's options, including those about how to read it.
struct DataArguments {
  std::string path;
  GivenWords words;
};

/// The memory that a --memory-limit leaves to each of `lanes` fits that run at the same time; 0 = no limit.
Result<std::uint64_t> memory_left(std::uint64_t limit, std::uint64_t taken, std::uint64_t lanes = 1);

}  // namespace cli
