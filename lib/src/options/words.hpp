// Parses the value of one option, with messages that name the option. options.hpp has the table of options.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "data/csv.hpp"
#include "model/export.hpp"
#include "select/evaluate.hpp"

namespace tanda::internal {

/// The text in quotation marks; only the beginning of a long text.
std::string quoted(const std::string& text);
/// The position of `text` among `words`.
Result<int> parse_word(const char* option, const std::string& text, const std::vector<std::string>& words);
Result<Index> parse_count(const char* option, const std::string& text, Index least);
Result<std::uint64_t> parse_seed(const char* option, const std::string& text);
/// "1500000", "64K", "1.5GiB", "2GB": K, M, G, T and their -iB forms are powers of 1024, -B forms of 1000.
Result<std::uint64_t> parse_bytes(const char* option, const std::string& text);
/// A separator of columns: one character, or comma, semicolon, tab, pipe, space.
Result<char> parse_separator(const char* option, const std::string& text);
/// A decimal sign: a point or a comma.
Result<char> parse_decimal(const char* option, const std::string& text);
/// "true" or "false".
Result<bool> parse_flag(const char* option, const std::string& text);
/// "float" or "double": whether it is the latter.
Result<bool> parse_scalar(const char* option, const std::string& text);
/// A method's id; "auto" gives "": it is then chosen.
Result<std::string> parse_method(const Registry& registry, const std::string& text);
/// A number of dimensions; "auto" gives 0: it is then chosen.
Result<Index> parse_fit_dims(const char* option, const std::string& text);
Result<Scale> parse_scale(const char* option, const std::string& text);
/// Below one or with a decimal point: the fraction of the variance to keep; otherwise a number of dimensions.
Result<PcaChoice> parse_pca(const char* option, const std::string& text);
/// A word of the table of classifiers, such as "knn:3": the classifier of a fit.
Status parse_classifier(const char* option, const std::string& text, FitOptions& fit);
/// The id of a format.
Result<const ExporterInfo*> parse_format(const char* option, const std::string& text);
/// "none" or "int8": whether it is the latter.
Result<bool> parse_quantize(const char* option, const std::string& text);
/// "NAME=VALUE".
Result<Setting> parse_setting(const char* option, const std::string& text);
/// "mean" or "split".
Result<BestDims> parse_best_dims(const char* option, const std::string& text);
/// "0.25" of each class, or "30" samples of each.
Result<SampleSize> parse_size(const char* option, const std::string& text);
/// "0.25", or several sizes, the smaller first: "5,10,20". At least one.
Result<std::vector<SampleSize>> parse_sizes(const char* option, const std::string& text);
/// "error", "drop" or "mean".
Result<Missing> parse_missing(const char* option, const std::string& text);

/// Dimensions to compare: "10", "2,5,10", "1-40", "all"; "" = the library's default.
struct DimsChoice {
  Index most = 0;             ///< 0 = the library's default
  std::vector<Index> listed;  ///< ascending; empty = 1..most
};
Result<DimsChoice> parse_dims(const char* option, const std::string& text);
/// "2,1" or "3": one dimension or two different ones, from 1.
Result<std::vector<Index>> parse_shown_dims(const char* option, const std::string& text);

}  // namespace tanda::internal
