#include "options.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "text.hpp"

namespace cli {

namespace {

Status wrong(const char* option, const std::string& text, const std::string& wanted) {
  return {Code::bad_argument, std::string(option) + ": " + in_quotes(text) + " is not " + wanted};
}

template <class Integer>
bool parse_whole(const std::string& text, Integer& value) {
  const char* end = text.data() + text.size();
  const std::from_chars_result read = std::from_chars(text.data(), end, value);
  return read.ec == std::errc() && read.ptr == end;
}

/// Plain decimal numbers only: no hexadecimal, "inf" or "nan", which strtod would take. Gives what follows.
bool parse_real(const std::string& text, double& value, std::string& rest) {
  if (text.empty() || !(std::isdigit(static_cast<unsigned char>(text[0])) || text[0] == '.')) return false;
  if (text.size() > 1 && (text[1] == 'x' || text[1] == 'X')) return false;
  char* end = nullptr;
  value = std::strtod(text.c_str(), &end);
  rest = end;
  return end != text.c_str() && std::isfinite(value);
}

}  // namespace

Result<Index> parse_count(const char* option, const std::string& text, Index least) {
  Index value = 0;
  if (!parse_whole(text, value) || value < least) {
    return wrong(option, text, "a whole number from " + std::to_string(least) + " up");
  }
  return value;
}

Result<std::uint64_t> parse_seed(const std::string& text) {
  std::uint64_t value = 0;
  if (!parse_whole(text, value)) return wrong("--seed", text, "a whole number from 0 up");
  return value;
}

Result<std::uint64_t> parse_bytes(const std::string& text) {
  const char* const wanted = "a number of bytes such as 500000000, 512M or 1.5GiB";
  double value = 0;
  std::string unit;
  if (!parse_real(text, value, unit)) return wrong("--memory-limit", text, wanted);
  for (char& c : unit) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  double factor = 1;
  if (!unit.empty() && unit != "b") {
    const std::size_t power = std::string("kmgt").find(unit[0]);
    const std::string form = unit.substr(1);
    if (power == std::string::npos || !(form.empty() || form == "b" || form == "ib")) {
      return wrong("--memory-limit", text, wanted);
    }
    factor = std::pow(form == "b" ? 1000.0 : 1024.0, static_cast<double>(power + 1));
  }
  value *= factor;
  if (!(value >= 1 && value < 1.8e19)) return wrong("--memory-limit", text, wanted);
  return static_cast<std::uint64_t>(value);
}

Result<tanda::PcaChoice> parse_pca(const std::string& text) {
  const char* const wanted = "a number of dimensions from 1 up, or a part of the variance such as 0.95";
  tanda::PcaChoice choice;
  std::string rest;
  double value = 0;
  if (!parse_real(text, value, rest) || !rest.empty()) return wrong("--pca", text, wanted);
  if (value < 1 || text.find('.') != std::string::npos) {
    if (!(value > 0 && value <= 1)) return wrong("--pca", text, wanted);
    choice.energy = value;
    return choice;
  }
  if (!parse_whole(text, choice.dims)) return wrong("--pca", text, wanted);
  return choice;
}

Result<Index> parse_classifier(const std::string& text) {
  if (text == "none") return Index{0};
  Index neighbors = 0;
  if (text.rfind("knn:", 0) == 0 && parse_whole(text.substr(4), neighbors) && neighbors >= 1)
    return neighbors;
  return wrong("--classifier", text, "knn:K with K from 1 up, or none");
}

Result<std::vector<tanda::Setting>> parse_settings(const std::vector<std::string>& texts) {
  std::vector<tanda::Setting> settings;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos) return wrong("--set", text, "NAME=VALUE");
    settings.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return settings;
}

Result<DimsChoice> parse_dims(const std::string& text) {
  constexpr Index most = Index{1} << 30;  // more than any table has columns
  DimsChoice choice;
  if (text.empty()) return choice;
  if (text == "all") {
    choice.most = most;
    return choice;
  }
  for (const std::string& part : split_at(text, ',')) {
    const std::size_t dash = part.find('-');
    Index first = 0, last = 0;
    const bool right = parse_whole(part.substr(0, dash), first) &&
                       parse_whole(dash == std::string::npos ? part : part.substr(dash + 1), last);
    if (!right || first < 1 || last < first || last > most || last - first >= 100000)
      return wrong("--dims", text, "a list of dimensions such as 10, 2,5,10 or 1-40, or all");
    for (Index q = first; q <= last; ++q) choice.listed.push_back(q);
  }
  std::sort(choice.listed.begin(), choice.listed.end());
  choice.listed.erase(std::unique(choice.listed.begin(), choice.listed.end()), choice.listed.end());
  choice.most = choice.listed.back();
  if (choice.most == static_cast<Index>(choice.listed.size())) choice.listed.clear();
  return choice;
}

Result<int> parse_word(const char* option, const std::string& text,
                       std::initializer_list<const char*> words) {
  const std::vector<std::string> known(words.begin(), words.end());
  const auto found = std::find(known.begin(), known.end(), text);
  if (found != known.end()) return static_cast<int>(found - known.begin());
  const std::string near = tanda::nearest_word(text, known);
  return Status(Code::bad_argument,
                std::string(option) + ": " + in_quotes(text) + " is none of " + join(known, ", "),
                near.empty() ? "see --help" : "did you mean " + near + "?");
}

void add_data_options(CLI::App& app, DataArguments& arguments) {
  app.add_option("--label", arguments.label, "Label column by name or number; none = no labels")
      ->option_text("COL");
  app.add_option("--missing", arguments.missing, "Missing values: error (default), drop or mean")
      ->option_text("HOW");
}

Result<tanda::CsvOptions> csv_options(const DataArguments& arguments) {
  tanda::CsvOptions options;
  options.label = arguments.label;
  int missing = 0;
  Status status = parse_word("--missing", arguments.missing, {"error", "drop", "mean"}).get(missing);
  if (!status) return status;
  options.missing = static_cast<tanda::Missing>(missing);
  return options;
}

void add_prepare_options(CLI::App& app, PrepareArguments& arguments) {
  app.add_option("--scale", arguments.scale, "none (default), zscore, minmax or unit")->option_text("HOW");
  app.add_option("--pca", arguments.pca, "PCA first: to N dimensions, or a part of the variance (0.95)")
      ->option_text("N|ENERGY");
}

Result<Preparation> preparation_of(const PrepareArguments& arguments) {
  Preparation result;
  int scale = 0;
  Status status = parse_word("--scale", arguments.scale, {"none", "zscore", "minmax", "unit"}).get(scale);
  if (!status) return status;
  result.scale = static_cast<tanda::Scale>(scale);
  if (!arguments.pca.empty())
    if (status = parse_pca(arguments.pca).get(result.pca); !status) return status;
  return result;
}

void add_fit_options(CLI::App& app, FitArguments& arguments) {
  app.add_option("--method", arguments.method, "The method, see below (required)")
      ->required()
      ->option_text("ID");
  app.add_option("--dims", arguments.dims, "Dimensions of the projection")->option_text("R");
  app.add_option("--set", arguments.settings, "Set a parameter of the method; repeatable")
      ->allow_extra_args(false)
      ->option_text("NAME=VALUE");
  add_prepare_options(app, arguments.prepare);
  app.add_option("--scalar", arguments.scalar, "float (default) or double")->option_text("TYPE");
  app.add_option("--classifier", arguments.classifier, "knn:K (default knn:1) or none")->option_text("RULE");
}

Result<tanda::FitOptions> fit_options(const FitArguments& arguments, const Registry& registry) {
  tanda::FitOptions options;
  options.method = arguments.method;
  const Result<tanda::Method> method = registry.find(arguments.method);
  if (!method) return method.status();
  if (Status status = parse_settings(arguments.settings).get(options.settings); !status) return status;
  if (const auto checked = tanda::Parameters::make(method->info->parameters, options.settings); !checked) {
    return checked.status();
  }
  if (!arguments.dims.empty())
    if (Status status = parse_count("--dims", arguments.dims, 1).get(options.dims); !status) return status;
  Preparation preparation;
  if (Status status = preparation_of(arguments.prepare).get(preparation); !status) return status;
  options.scale = preparation.scale;
  options.pca = preparation.pca;
  if (Status status = parse_classifier(arguments.classifier).get(options.neighbors); !status) return status;
  return options;
}

Result<bool> wants_double(const FitArguments& arguments) {
  const Result<int> scalar = parse_word("--scalar", arguments.scalar, {"float", "double"});
  if (!scalar) return scalar.status();
  return *scalar == 1;
}

}  // namespace cli
