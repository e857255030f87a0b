#include "tanda/select/words.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "tanda/base/decimal.hpp"
#include "tanda/base/text.hpp"

namespace tanda {
namespace {

std::string quoted(const std::string& text) {
  return '"' + (text.size() > 60 ? joined({text.substr(0, 60), "…"}) : text) + '"';
}

Status wrong(const char* option, const std::string& text, const std::string& wanted) {
  return {Code::bad_argument, joined({option, ": ", quoted(text), " is not ", wanted})};
}

template <class Integer>
bool parse_whole(const std::string& text, Integer& value) {
  const char* end = text.data() + text.size();
  const std::from_chars_result read = std::from_chars(text.data(), end, value);
  return read.ec == std::errc() && read.ptr == end;
}

/// A number without a sign. Gives what follows.
bool parse_real(std::string_view text, double& value, std::string& rest) {
  if (text.empty() || text[0] == '+' || text[0] == '-') return false;
  const bool read = read_decimal(text, value);
  rest = text;
  return read && std::isfinite(value);
}

Result<Contestant> parse_contestant(const Registry& registry, const std::string& text) {
  const std::vector<std::string> parts = split_at(text, ':');
  const Result<Method> method = registry.find(parts[0]);
  if (!method) return method.status();
  if (method->info->output == Output::embedding) {
    return Status(Code::no_projection,
                  joined({parts[0], " embeds its own samples only and cannot be tested on others"}),
                  "leave it out");
  }
  Contestant contestant;
  contestant.name = text;
  contestant.fit.method = parts[0];
  for (std::size_t i = 1; i < parts.size(); ++i) {
    Setting setting;
    if (Status s = parse_setting(parts[0].c_str(), parts[i]).get(setting); !s) return s;
    contestant.fit.settings.push_back(std::move(setting));
  }
  if (Status s = check_once(contestant.fit.settings); !s)
    return Status(s.code(), joined({parts[0], ": ", s.message()}), s.remedy());
  const Result<Parameters> checked = Parameters::make(method->info->parameters, contestant.fit.settings);
  if (!checked)
    return Status(checked.status().code(), joined({parts[0], ": ", checked.status().message()}),
                  joined({"`tanda methods ", parts[0], "` lists its parameters"}));
  return contestant;
}

std::vector<std::string> projecting_methods(const Registry& registry) {
  std::vector<std::string> ids;
  for (const Method& method : registry.methods()) {
    if (method.info->output != Output::embedding) ids.emplace_back(method.info->id);
  }
  return ids;
}

Status add_grid(const Registry& registry, const char* option, const std::string& text,
                std::vector<Contestant>& contestants) {
  const std::size_t dot = text.find('.'), equals = text.find('=');
  const bool named = dot != std::string::npos && dot < equals;
  const std::string method = named ? text.substr(0, dot) : "", axis = named ? text.substr(dot + 1) : text;
  Status failure(Code::bad_argument, joined({option, ": ", quoted(text), " is for none of the methods"}),
                 "name a parameter of one of the methods");
  bool any = false;
  for (Contestant& contestant : contestants) {
    if (contestant.baseline() || (named && contestant.fit.method != method && contestant.name != method))
      continue;
    const Result<Method> found = registry.find(contestant.fit.method);
    const Result<Axis> parsed = parse_axis(axis, found->info->parameters);
    const auto sets_it = [&](const Setting& setting) { return parsed && setting.first == parsed->name; };
    const std::vector<Setting>& settings = contestant.fit.settings;
    if (std::any_of(settings.begin(), settings.end(), sets_it)) {
      failure =
          Status(Code::bad_argument, joined({option, ": ", quoted(text), " is set by ", contestant.name}),
                 "set it, or choose it");
    } else if (parsed) {
      put_axis(contestant.grid, *parsed);
      any = true;
    } else if (parsed.status().code() != Code::unknown_parameter) {
      failure = parsed.status();
    }
  }
  return any ? Status() : failure;
}

}  // namespace

Result<int> parse_word(const char* option, const std::string& text,
                       std::initializer_list<const char*> words) {
  const std::vector<std::string> known(words.begin(), words.end());
  const auto found = std::find(known.begin(), known.end(), text);
  if (found != known.end()) return static_cast<int>(found - known.begin());
  std::string list;
  for (const std::string& word : known) list += (list.empty() ? "" : ", ") + word;
  const std::string near = nearest_word(text, known);
  return Status(Code::bad_argument, joined({option, ": ", quoted(text), " is none of ", list}),
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
  return Status(Code::bad_argument, joined({option, ": ", separator.status().message()}),
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
  Index neighbors = 1;
  if (text == "none") {
    fit.rule = Rule::none;
  } else if (text == "membership") {
    fit.rule = Rule::membership;
  } else if (text.rfind("knn:", 0) == 0 && parse_whole(text.substr(4), neighbors) && neighbors >= 1) {
    fit.rule = Rule::neighbors;
  } else {
    return wrong(option, text, "knn:K with K from 1 up, membership, or none");
  }
  fit.neighbors = fit.rule == Rule::none ? 0 : neighbors;
  return {};
}

Result<ExportFormat> parse_format(const char* option, const std::string& text) {
  const Result<int> word = parse_word(option, text, {"c", "cpp", "json", "onnx", "npz", "tanda"});
  if (!word) return word.status();
  return static_cast<ExportFormat>(*word);
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

Result<PartSize> parse_part(const char* option, const std::string& text) {
  PartSize size{0, 0};
  if (text.find('.') == std::string::npos) {
    if (Status s = parse_count(option, text, 1).get(size.per_class); !s) return s;
    return size;
  }
  std::string rest;
  if (!parse_real(text, size.fraction, rest) || !rest.empty() || !(size.fraction > 0 && size.fraction < 1))
    return wrong(option, text, "a part such as 0.25, or a number of samples of each class");
  return size;
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

Result<std::vector<Contestant>> parse_contestants(const Registry& registry, const std::string& list,
                                                  bool grids) {
  std::vector<Contestant> contestants;
  for (const std::string& text : list == "all" ? projecting_methods(registry) : split_at(list, ',')) {
    Contestant contestant;
    if (Status s = parse_contestant(registry, text).get(contestant); !s) return s;
    if (grids) contestant.grid = default_grid(registry.find(contestant.fit.method)->info->parameters);
    contestants.push_back(std::move(contestant));
  }
  return contestants;
}

Status add_grids(const Registry& registry, const char* option, const std::string& list,
                 std::vector<Contestant>& contestants) {
  for (const std::string& text : split_at(list, ';')) {
    if (Status s = add_grid(registry, option, text, contestants); !s) return s;
  }
  return {};
}

}  // namespace tanda
