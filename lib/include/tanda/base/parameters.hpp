// Parameters of methods: what a descriptor says of one, and the checked values of a fit.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tanda/base/status.hpp"

namespace tanda {

enum class Kind : unsigned char { integer, real, flag, choice };
const char* kind_name(Kind kind);

/// One parameter as its descriptor states it. A choice's value is the position of its word in `choices`.
struct Parameter {
  const char* name;
  Kind kind;
  double fallback;
  double min, max, step;
  const char* choices;  ///< "point|class|global"
  const char* doc;
  const char* tune = "";   ///< values worth trying, "3,5,7"; "" = leave it at its default
  bool automatic = false;  ///< takes the word "auto" too, whose value is `automatic_value`
};

/// Below every range.
inline constexpr double automatic_value = -1;

constexpr Parameter integer(const char* name, int fallback, int min, int max, const char* doc,
                            const char* tune = "") {
  return {name, Kind::integer, double(fallback), double(min), double(max), 1, "", doc, tune};
}
constexpr Parameter real(const char* name, double fallback, double min, double max, double step,
                         const char* doc, const char* tune = "") {
  return {name, Kind::real, fallback, min, max, step, "", doc, tune};
}
/// A real number, or "auto": the method chooses.
constexpr Parameter real_or_auto(const char* name, double fallback, double min, double max, double step,
                                 const char* doc) {
  return {name, Kind::real, fallback, min, max, step, "", doc, "", true};
}
constexpr Parameter flag(const char* name, bool fallback, const char* doc) {
  return {name, Kind::flag, fallback ? 1.0 : 0.0, 0, 1, 1, "", doc};
}
constexpr Parameter choice(const char* name, int fallback, const char* choices, const char* doc,
                           const char* tune = "") {
  int last = 0;
  for (const char* c = choices; *c; ++c) last += *c == '|';
  return {name, Kind::choice, double(fallback), 0, double(last), 1, choices, doc, tune};
}

/// A view on a descriptor's array of parameters.
struct ParameterList {
  const Parameter* first = nullptr;
  int count = 0;
  constexpr ParameterList() = default;
  template <std::size_t N>
  constexpr ParameterList(const Parameter (&array)[N]) : first(array), count(int(N)) {}
  constexpr const Parameter* begin() const { return first; }
  constexpr const Parameter* end() const { return first + count; }
};

/// NAME=VALUE as the caller wrote it.
using Setting = std::pair<std::string, std::string>;

/// Refuses settings that name a parameter twice: which one counts, nobody could know.
Status check_once(const std::vector<Setting>& settings);

/// The values of one fit: defaults, overridden by settings, each checked against its range.
class Parameters {
 public:
  Parameters() = default;
  static Result<Parameters> make(ParameterList list, const std::vector<Setting>& settings);

  double get(std::string_view name) const { return values_[position(name)]; }
  int count(std::string_view name) const { return static_cast<int>(get(name)); }
  bool flag(std::string_view name) const { return get(name) != 0; }
  std::string_view choice(std::string_view name) const;

  ParameterList list() const { return list_; }
  /// The value as `make` would read it back: "5", "0.1", "true", "point".
  std::string text(const Parameter& parameter) const;

 private:
  std::size_t position(std::string_view name) const;
  ParameterList list_;
  std::vector<double> values_;
};

/// Any value of a parameter as text, for help and records.
std::string parameter_text(const Parameter& parameter, double value);

/// The candidate nearest to `word` by edit distance, whatever the case of its letters, or "" when none is
/// near: for "did you mean".
std::string nearest_word(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace tanda
