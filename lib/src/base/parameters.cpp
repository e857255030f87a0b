#include "base/parameters.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/decimal.hpp"
#include "base/text.hpp"

namespace tanda::internal {
namespace {

std::vector<std::string> words(const char* choices) {
  std::vector<std::string> result(1);
  for (const char* c = choices; *c; ++c) {
    if (*c == '|') {
      result.emplace_back();
    } else {
      result.back() += *c;
    }
  }
  return result;
}

char lower_case(char c) {
  return static_cast<char>(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
}
std::string lower_case(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = lower_case(c);
  return result;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string nearest = nearest_word(word, candidates);
  return nearest.empty() ? "" : joined({", did you mean \"", nearest, "\"?"});
}

bool parse_number(const std::string& text, double& value) {
  std::string_view rest = text;
  return read_decimal(rest, value) && rest.empty() && std::isfinite(value);
}

/// Which values a parameter takes, as text for a message.
std::string range_text(const Parameter& p) {
  switch (p.kind) {
    case Kind::flag:
      return "true or false";
    case Kind::choice:
      return joined({"one of ", p.words()});
    case Kind::integer:
      return joined({"a whole number from ", parameter_text(p, p.min), " to ", parameter_text(p, p.max)});
    case Kind::real:
      break;
  }
  return joined({"a number from ", parameter_text(p, p.min), " to ", parameter_text(p, p.max),
                 (p.automatic ? ", or auto" : "")});
}

Status out_of_range(const Parameter& p, const std::string& text) {
  return {Code::bad_parameter,
          joined({p.name, " = \"", literal_text(text.substr(0, 40)), "\": it takes ", range_text(p)})};
}

bool in_range(const Parameter& p, double value) {
  if (p.automatic && value == automatic_value) return true;
  return value >= p.min && value <= p.most() && (p.kind == Kind::real || value == std::floor(value));
}

Result<double> parse_value(const Parameter& p, const std::string& text) {
  double value = 0;
  if (p.automatic && text == "auto") return automatic_value;
  if (p.kind == Kind::flag) {
    if (text == "true" || text == "1" || text == "yes") return 1.0;
    if (text == "false" || text == "0" || text == "no") return 0.0;
    return out_of_range(p, text);
  }
  if (p.kind == Kind::choice) {
    const auto options = words(p.words());
    const auto found = std::find(options.begin(), options.end(), text);
    if (found == options.end()) return out_of_range(p, text);
    return double(found - options.begin());
  }
  // "auto" has to be written as a word, even though its value is a number.
  if (!parse_number(text, value) || value < p.min || !in_range(p, value)) return out_of_range(p, text);
  return value;
}

// Flags and choices are one byte.
double read_member(const Parameter& p, const void* member) {
  if (p.kind == Kind::integer) return *static_cast<const int*>(member);
  if (p.kind == Kind::real) return *static_cast<const double*>(member);
  return *static_cast<const unsigned char*>(member);
}

void write_member(const Parameter& p, void* member, double value) {
  if (p.kind == Kind::integer) {
    *static_cast<int*>(member) = int(value);
  } else if (p.kind == Kind::real) {
    *static_cast<double*>(member) = value;
  } else {
    *static_cast<unsigned char*>(member) = static_cast<unsigned char>(value);
  }
}

}  // namespace

const char* kind_name(Kind kind) {
  switch (kind) {
    case Kind::integer:
      return "integer";
    case Kind::real:
      return "real";
    case Kind::flag:
      return "flag";
    case Kind::choice:
      return "choice";
  }
  return "";
}

std::string parameter_text(const Parameter& parameter, double value) {
  if (parameter.kind == Kind::flag) return value != 0 ? "true" : "false";
  if (parameter.kind == Kind::choice) return words(parameter.words())[static_cast<std::size_t>(value)];
  if (parameter.automatic && value == automatic_value) return "auto";
  return shortest_text(value, 6);
}

Status check_once(const std::vector<Setting>& settings) {
  for (std::size_t i = 0; i < settings.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (settings[i].first == settings[j].first)
        return {Code::bad_argument,
                joined({"\"", literal_text(settings[i].first), "\" is set more than once"}), "set it once"};
  return {};
}

Result<Parameters> Parameters::make(ParameterList list, const std::vector<Setting>& settings) {
  Parameters result;
  result.list_ = list;
  std::vector<std::string> names;
  for (const Parameter& p : list) {
    result.values_.push_back(p.fallback);
    names.push_back(p.name);
  }
  for (const auto& [name, text] : settings) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) {
      return Status(Code::unknown_parameter,
                    joined({"there is no parameter \"", literal_text(name.substr(0, 40)), "\"",
                            did_you_mean(name, names)}));
    }
    const auto at = found - names.begin();
    if (Status s = parse_value(list.first[at], text).get(result.values_[std::size_t(at)]); !s) return s;
  }
  return result;
}

Result<Parameters> Parameters::read(ParameterList list, void* options) {
  std::vector<double> values;
  for (const Parameter& p : list) values.push_back(read_member(p, p.member(options)));
  return of(list, std::move(values));
}

Result<Parameters> Parameters::of(ParameterList list, std::vector<double> values) {
  Parameters result;
  result.list_ = list;
  result.values_ = std::move(values);
  for (const Parameter& p : list)
    if (!in_range(p, result.value(p))) return out_of_range(p, shortest_text(result.value(p), 6));
  return result;
}

void Parameters::write(void* options) const {
  for (const Parameter& p : list_) write_member(p, p.member(options), value(p));
}

std::string Parameters::text(const Parameter& parameter) const {
  return parameter_text(parameter, value(parameter));
}

std::vector<Setting> Parameters::settings() const {
  std::vector<Setting> result;
  for (const Parameter& p : list_)
    if (value(p) != p.fallback) result.emplace_back(p.name, text(p));
  return result;
}

std::vector<double> Parameters::before(Stage stage) const {
  std::vector<double> result;
  for (const Parameter& p : list_)
    if (p.stage < stage) result.push_back(value(p));
  return result;
}

std::string nearest_word(std::string_view written, const std::vector<std::string>& candidates) {
  const std::string word = lower_case(written);
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(2, word.size() / 2) + 1;
  for (const std::string& candidate : candidates) {
    // Edit distance, one row at a time. A much longer word cannot be near.
    if (word.size() > candidate.size() + 8) continue;
    std::vector<std::size_t> row(candidate.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < word.size(); ++i) {
      std::size_t diagonal = row[0];
      row[0] = i + 1;
      for (std::size_t j = 0; j < candidate.size(); ++j) {
        const std::size_t replaced = diagonal + (word[i] != lower_case(candidate[j]));
        diagonal = row[j + 1];
        row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
      }
    }
    const bool part = !word.empty() && candidate.find(word) != std::string::npos;
    const std::size_t distance = part ? std::min<std::size_t>(row.back(), 2) : row.back();
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

}  // namespace tanda::internal
