// Option values: from the words of the command line to checked values, with messages that name the option.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "command.hpp"
#include "tanda/data/csv.hpp"
#include "tanda/select/words.hpp"

namespace cli {

using tanda::parse_classifier;
using tanda::parse_count;
using tanda::parse_pca;
using tanda::parse_scalar;
using tanda::parse_scale;
using tanda::parse_setting;
using tanda::parse_word;

/// "NAME=VALUE" of --set.
Result<std::vector<tanda::Setting>> parse_settings(const std::vector<std::string>& texts);

inline constexpr const char* data_help = "CSV, TSV, ARFF or .npy file, plain or .gz; - = standard input";

/// DATA and how to read it.
struct DataArguments {
  std::string path, label, missing = "error", id, patches, separator, decimal, memory_limit;
  std::vector<std::string> drop, keep;
};
void add_data_options(CLI::App& app, DataArguments& arguments);
/// Where samples are fitted to: a partition of one's own.
void add_partition_option(CLI::App& app, DataArguments& arguments);
Result<tanda::CsvOptions> csv_options(const DataArguments& arguments);
/// What a --memory-limit leaves to each of so many fits at a time; 0 = there is none.
Result<std::uint64_t> memory_left(std::uint64_t limit, std::uint64_t taken, std::uint64_t lanes = 1);

/// What happens to samples before anything else.
struct PrepareArguments {
  std::string scale = "auto", pca;
};
struct Preparation {
  tanda::Scale scale = tanda::Scale::automatic;
  tanda::PcaChoice pca;
};
void add_prepare_options(CLI::App& app, PrepareArguments& arguments);
Result<Preparation> preparation_of(const PrepareArguments& arguments);

/// What `fit` and `plan` have in common.
struct FitArguments {
  PrepareArguments prepare;
  std::string method = "auto", dims = "auto", scalar = "float", classifier, threads;
  std::vector<std::string> settings;
};
/// Nothing said: one for each core.
Result<int> parse_threads(const std::string& text);
void add_fit_options(CLI::App& app, FitArguments& arguments);
/// Checked against the registry too, so that a wrong word is told before a large file is read. No method and
/// 0 dimensions are for the library to choose.
Result<tanda::FitOptions> fit_options(const FitArguments& arguments, const Registry& registry);

}  // namespace cli
