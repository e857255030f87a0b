// Options as words, such as the command line and the C ABI are given: checked, with messages that name the
// option.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "tanda/model/export.hpp"
#include "tanda/select/evaluate.hpp"

namespace tanda {

/// The position of `text` among `words`.
Result<int> parse_word(const char* option, const std::string& text, std::initializer_list<const char*> words);
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
/// A method's id; "auto" = "", which leaves it to be chosen.
Result<std::string> parse_method(const Registry& registry, const std::string& text);
/// A number of dimensions; "auto" = 0, which leaves it to be chosen.
Result<Index> parse_fit_dims(const char* option, const std::string& text);
Result<Scale> parse_scale(const char* option, const std::string& text);
/// Below one or with a decimal point: the part of the variance to keep; otherwise a number of dimensions.
Result<PcaChoice> parse_pca(const char* option, const std::string& text);
/// "knn:K", "membership" or "none": how a fit is to classify.
Status parse_classifier(const char* option, const std::string& text, FitOptions& fit);
/// "c", "cpp", "json", "onnx", "npz" or "tanda".
Result<ExportFormat> parse_format(const char* option, const std::string& text);
/// "none" or "int8": whether it is the latter.
Result<bool> parse_quantize(const char* option, const std::string& text);
/// "NAME=VALUE".
Result<Setting> parse_setting(const char* option, const std::string& text);
/// "mean" or "split".
Result<BestDims> parse_best_dims(const char* option, const std::string& text);
/// "0.25" of each class, or "30" samples of each.
Result<PartSize> parse_part(const char* option, const std::string& text);

/// Dimensions to compare: "10", "2,5,10", "1-40", "all"; "" is for the library to say.
struct DimsChoice {
  Index most = 0;             ///< 0 = the library's default
  std::vector<Index> listed;  ///< ascending; empty = 1..most
};
Result<DimsChoice> parse_dims(const char* option, const std::string& text);

/// "lda,lfda:ridge=0:neighbors=3", or "all" that can project samples they have not seen; with `grids`, each
/// tries what its descriptor proposes.
Result<std::vector<Contestant>> parse_contestants(const Registry& registry, const std::string& list,
                                                  bool grids);
/// "NAME=v1,v2" for every method that has the parameter, "METHOD.NAME=v1,v2" for one; several with ';'.
Status add_grids(const Registry& registry, const char* option, const std::string& list,
                 std::vector<Contestant>& contestants);

}  // namespace tanda
