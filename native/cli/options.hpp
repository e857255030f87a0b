// Option values: from the words of the command line to checked values, with messages that name the option.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "command.hpp"
#include "tanda/data/csv.hpp"
#include "tanda/model/fit.hpp"

namespace cli {

Result<Index> parse_count(const char* option, const std::string& text, Index least);
Result<std::uint64_t> parse_seed(const std::string& text);
/// "1500000", "64K", "1.5GiB", "2GB": K, M, G, T and their -iB forms are powers of 1024, -B forms of 1000.
Result<std::uint64_t> parse_bytes(const std::string& text);
/// Below one or with a decimal point: the part of the variance to keep; otherwise a number of dimensions.
Result<tanda::PcaChoice> parse_pca(const std::string& text);
/// "knn:K" or "none" (0).
Result<Index> parse_classifier(const std::string& text);
Result<std::vector<tanda::Setting>> parse_settings(const std::vector<std::string>& texts);
/// Dimensions to compare: "10", "2,5,10", "1-40", "all"; "" is for the library to say.
struct DimsChoice {
  Index most = 0;             ///< 0 = the library's default
  std::vector<Index> listed;  ///< ascending; empty = 1..most
};
Result<DimsChoice> parse_dims(const std::string& text);
/// The position of `text` among `words`.
Result<int> parse_word(const char* option, const std::string& text, std::initializer_list<const char*> words);

/// DATA and how to read it.
struct DataArguments {
  std::string path, label, missing = "error";
};
void add_data_options(CLI::App& app, DataArguments& arguments);
Result<tanda::CsvOptions> csv_options(const DataArguments& arguments);

/// What happens to samples before anything else.
struct PrepareArguments {
  std::string scale = "none", pca;
};
struct Preparation {
  tanda::Scale scale = tanda::Scale::none;
  tanda::PcaChoice pca;
};
void add_prepare_options(CLI::App& app, PrepareArguments& arguments);
Result<Preparation> preparation_of(const PrepareArguments& arguments);

/// What `fit` and `plan` have in common.
struct FitArguments {
  PrepareArguments prepare;
  std::string method, dims, scalar = "float", classifier = "knn:1";
  std::vector<std::string> settings;
};
void add_fit_options(CLI::App& app, FitArguments& arguments);
/// Checked against the registry too, so that a wrong word is told before a large file is read.
Result<tanda::FitOptions> fit_options(const FitArguments& arguments, const Registry& registry);
Result<bool> wants_double(const FitArguments& arguments);

}  // namespace cli
