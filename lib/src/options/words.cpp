#include "options/words.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/decimal.hpp"
#include "base/text.hpp"

namespace tanda::internal {

std::string quoted(const std::string& text) {
  return '"' + literal_text(text.size() > 60 ? joined({text.substr(0, 60), "…"}) : text) + '"';
}

namespace {

Status wrong(const char* option, const std::string& text, const std::string& wanted) {
  return {Code::bad_argument, joined({option_text(option), ": ", quoted(text), " is not ", wanted})};
}

template <class Integer>
bool parse_whole(const std::string& text, Integer& value) {
  const char* end = text.data() + text.size();
  const std::from_chars_result read = std::from_chars(text.data(), end, value);
  return read.ec == std::errc() && read.ptr == end;
}

/// Parses a number without a sign; `rest` receives the text after it.
bool parse_real(std::string_view text, double& value, std::string& rest) {
  if (text.empty() || text[0] == '+' || text[0] == '-') return false;
  const bool read = read_decimal(text, value);
  rest = text;
  return read && std::isfinite(value);
}

}  // namespace

Result<int> parse_word(const char* option, const std::string& text, const std::vector<std::string>& known) {
  const auto found = std::find(known.begin(), known.end(), text);
  if (found != known.end()) return static_cast<int>(found - known.begin());
  std::string list;
  for (const std::string& word : known) list += (list.empty() ? "" : ", ") + word;
  const std::string near = nearest_word(text, known);
  return Status(Code::bad_argument, joined({option_text(option), ": ", quoted(text), " is none of ", list}),
                near.empty() ? info(Code::bad_argument).remedy : joined({"did you mean ", near, "?"}));
}

Result<Index> parse_count(const char* option, const std::string& text, Index least) {
  Index value = 0;
  if (!parse_whole(text, value) || value < least) {
    return wrong(option, text, joined({"a whole number from ", least, " up"}));
  }
  return value;
}

Result<std::uint64_t> parse_seed(const char* option, const std::string& text) {
  std::uint64_t value = 0;
  if (!parse_whole(text, value)) return wrong(option, text, "a whole number from 0 up");
  return value;
}

Result<char> parse_separator(const char* option, const std::string& text) {
  Result<char> separator = separator_of(text);
  if (separator) return separator;
  return Status(Code::bad_argument, joined({option_text(option), ": ", separator.status().message()}),
                separator.status().remedy());
}

Result<char> parse_decimal(const char* option, const std::string& text) {
  if (text == "." || text == "point") return '.';
  if (text == "," || text == "comma") return ',';
  return wrong(option, text, "a decimal sign: . or ,");
}

Result<std::uint64_t> parse_bytes(const char* option, const std::string& text) {
  const char* const wanted = "a number of bytes such as 500000000, 512M or 1.5GiB";
  double value = 0;
  std::string unit;
  if (!parse_real(text, value, unit)) return wrong(option, text, wanted);
  for (char& c : unit) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
  double factor = 1;
  if (!unit.empty() && unit != "b") {
    const std::size_t power = std::string("kmgt").find(unit[0]);
    const std::string form = unit.substr(1);
    if (power == std::string::npos || !(form.empty() || form == "b" || form == "ib"))
      return wrong(option, text, wanted);
    for (std::size_t i = 0; i <= power; ++i) factor *= form == "b" ? 1000 : 1024;
  }
  value *= factor;
  if (!(value >= 1 && value < 1.8e19)) return wrong(option, text, wanted);
  return static_cast<std::uint64_t>(value);
}

Result<bool> parse_flag(const char* option, const std::string& text) {
  const Result<int> word = parse_word(option, text, {"false", "true"});
  if (!word) return word.status();
  return *word == 1;
}

Result<bool> parse_scalar(const char* option, const std::string& text) {
  const Result<int> word = parse_word(option, text, {"float", "double"});
  if (!word) return word.status();
  return *word == 1;
}

Result<std::string> parse_method(const Registry& registry, const std::string& text) {
  if (text == "auto") return std::string();
  if (const Result<Method> method = registry.find(text, {"auto"}); !method) return method.status();
  return text;
}

Result<Index> parse_fit_dims(const char* option, const std::string& text) {
  if (text == "auto") return Index{0};
  return parse_count(option, text, 1);
}

Result<Scale> parse_scale(const char* option, const std::string& text) {
  const Result<int> word = parse_word(option, text, {"none", "zscore", "minmax", "unit", "auto"});
  if (!word) return word.status();
  return static_cast<Scale>(*word);
}

Result<PcaChoice> parse_pca(const char* option, const std::string& text) {
  const char* const wanted = "a number of dimensions from 1 up, or a part of the variance such as 0.95";
  PcaChoice choice;
  std::string rest;
  double value = 0;
  if (!parse_real(text, value, rest) || !rest.empty()) return wrong(option, text, wanted);
  if (value < 1 || text.find('.') != std::string::npos) {
    if (!(value > 0 && value <= 1)) return wrong(option, text, wanted);
    choice.energy = value;
    return choice;
  }
  if (!parse_whole(text, choice.dims)) return wrong(option, text, wanted);
  return choice;
}

Status parse_classifier(const char* option, const std::string& text, FitOptions& fit) {
  Index count = 1;
  const ClassifierInfo* const info = parse_classifier_word(text, count);
  if (!info) return wrong(option, text, classifier_words() + ", with K from 1 up");
  fit.classifier = info;
  fit.neighbors = info->classifies() ? count : 0;
  return {};
}

Result<const ExporterInfo*> parse_format(const char* option, const std::string& text) {
  const Result<int> word = parse_word(option, text, exporters().ids());
  if (!word) return word.status();
  return &exporters()[static_cast<std::size_t>(*word)];
}

Result<bool> parse_quantize(const char* option, const std::string& text) {
  const Result<int> word = parse_word(option, text, {"none", "int8"});
  if (!word) return word.status();
  return *word == 1;
}

Result<Setting> parse_setting(const char* option, const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == 0 || equals == std::string::npos) return wrong(option, text, "NAME=VALUE");
  return Setting{text.substr(0, equals), text.substr(equals + 1)};
}

Result<BestDims> parse_best_dims(const char* option, const std::string& text) {
  const Result<int> word = parse_word(option, text, {"mean", "split"});
  if (!word) return word.status();
  return static_cast<BestDims>(*word);
}

Result<SampleSize> parse_size(const char* option, const std::string& text) {
  SampleSize size{0, 0};
  if (text.find('.') == std::string::npos) {
    if (Status s = parse_count(option, text, 1).get(size.per_class); !s) return s;
    return size;
  }
  std::string rest;
  if (!parse_real(text, size.fraction, rest) || !rest.empty() || !(size.fraction > 0 && size.fraction < 1))
    return wrong(option, text, "a part such as 0.25, or a number of samples of each class");
  return size;
}

Result<std::vector<SampleSize>> parse_sizes(const char* option, const std::string& text) {
  std::vector<SampleSize> sizes;
  for (const std::string& word : split_at(text, ',')) {
    SampleSize size;
    if (Status s = parse_size(option, word).get(size); !s) return s;
    const SampleSize last = sizes.empty() ? SampleSize() : sizes.back();
    if (size.per_class <= last.per_class && size.fraction <= last.fraction)
      return Status(Code::bad_argument,
                    joined({option_text(option), " ", quoted(text), ": sizes do not ascend"}),
                    "give numbers of samples or parts, the smaller first, such as 5,10,20");
    if (!sizes.empty() && (size.per_class > 0) != (last.per_class > 0))
      return Status(Code::bad_argument,
                    joined({option_text(option), " ", quoted(text), ": both parts and numbers of samples"}),
                    "give only parts (with a point) or only numbers");
    sizes.push_back(size);
  }
  return sizes;
}

Result<Missing> parse_missing(const char* option, const std::string& text) {
  const Result<int> word = parse_word(option, text, {"error", "drop", "mean"});
  if (!word) return word.status();
  return static_cast<Missing>(*word);
}

Result<DimsChoice> parse_dims(const char* option, const std::string& text) {
  DimsChoice choice;
  if (text.empty()) return choice;
  if (text == "all") {
    choice.most = all_dims;
    return choice;
  }
  for (const std::string& part : split_at(text, ',')) {
    const std::size_t dash = part.find('-');
    Index first = 0, last = 0;
    const bool right = parse_whole(part.substr(0, dash), first) &&
                       parse_whole(dash == std::string::npos ? part : part.substr(dash + 1), last);
    if (!right || first < 1 || last < first || last > all_dims || last - first >= 100000)
      return wrong(option, text, "a list of dimensions such as 10, 2,5,10 or 1-40, or all");
    for (Index q = first; q <= last; ++q) choice.listed.push_back(q);
  }
  std::sort(choice.listed.begin(), choice.listed.end());
  choice.listed.erase(std::unique(choice.listed.begin(), choice.listed.end()), choice.listed.end());
  choice.most = choice.listed.back();
  if (choice.most == static_cast<Index>(choice.listed.size())) choice.listed.clear();
  return choice;
}

Result<std::vector<Index>> parse_shown_dims(const char* option, const std::string& text) {
  std::vector<Index> dims;
  for (const std::string& word : split_at(text, ',')) {
    Index dim = 0;
    if (Status s = parse_count(option, word, 1).get(dim); !s) return s;
    dims.push_back(dim);
  }
  if (dims.size() > 2 || (dims.size() == 2 && dims[0] == dims[1]))
    return wrong(option, text, "one dimension or two different ones");
  return dims;
}

}  // namespace tanda::internal
