// Parameters of methods: the fields of a struct of options, how a descriptor describes each, and the checked
// values of a fit.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "tanda/status.hpp"

namespace tanda::internal {

enum class Kind : unsigned char { integer, real, flag, choice };
const char* kind_name(Kind kind);

/// The steps of a fit, in this order. A parameter names the first step that it changes: fits that differ only
/// in that parameter share the results of the steps before.
enum class Stage : unsigned char {
  kernel,     ///< coordinates of a feature space
  neighbors,  ///< which neighbour lists are searched; their widths, if they are whole numbers
  partition,
  graph,
  scatter,
  tangents,
  solve,    ///< the pencil is there: what is added to it before it is solved
  columns,  ///< which directions are kept, and how long they are
};

/// The words of a choice, "point|class|global", and their description.
struct Choices {
  const char* words;
  const char* doc;
};

/// Which values a parameter takes: true or false; a number; a number or "auto"; or one of several words.
struct Values {
  double min = 0, max = 1, step = 1;
  const char* choices = "";      ///< "point|class|global"
  Choices (*table)() = nullptr;  ///< for a choice whose words are the ids of a table, instead of `choices`
  bool automatic = false;        ///< also takes the word "auto", with the value `automatic_value`

  constexpr Values() = default;
  constexpr Values(double least, double most, double by = 1) : min(least), max(most), step(by) {}
  constexpr Values(const char* words) : max(0), choices(words) {
    for (const char* c = words; *c; ++c) max += *c == '|';
  }
  constexpr Values(Choices (*ids)()) : table(ids) {}

  const char* words() const { return table ? table().words : choices; }
  double most() const { return table ? Values(words()).max : max; }
};

/// The value of "auto": below every range.
inline constexpr double automatic_value = -1;
/// A number, or "auto": then the method chooses.
constexpr Values or_auto(Values values) {
  values.automatic = true;
  return values;
}

/// One parameter as its descriptor states it. A choice's value is the position of its word in `words()`.
struct Parameter : Values {
  const char* name = "";
  const char* doc = "";
  const char* tune = "";  ///< values worth trying, "3,5,7"; "" = leave it at its default
  Stage stage = Stage::kernel;
  Kind kind = Kind::flag;
  double fallback = 0;                       ///< the initialiser in the struct of options
  void* (*member)(void* options) = nullptr;  ///< the address of the field in a struct of options

  /// The description, for help texts.
  std::string help() const { return table ? std::string(doc) + table().doc : doc; }
};

/// Some fields of a struct of options, in the order that help texts and records show them in.
template <class Options, std::size_t N = 1>
struct Fields {
  Parameter list[N];
};

/// Concatenates lists of fields of one struct.
template <class Options, std::size_t... N>
constexpr auto fields(const Fields<Options, N>&... groups) {
  Fields<Options, (N + ...)> all{};
  std::size_t at = 0;
  const auto add = [&](const auto& group) {
    for (const Parameter& parameter : group.list) all.list[at++] = parameter;
  };
  (add(groups), ...);
  return all;
}

/// A member of the struct, or a member of a member.
template <auto... member, class Options>
constexpr auto& member_of(Options& options) {
  return (options.*....*member);
}

/// One field: a choice for an enum (`words` in the order of its values), a number or a flag.
template <class Options, auto... member>
constexpr Fields<Options> field(const char* name, Values values, Stage stage, const char* doc,
                                const char* tune = "") {
  constexpr Options defaults{};
  using Value = std::decay_t<decltype(member_of<member...>(defaults))>;
  static_assert(std::is_same_v<Value, int> || std::is_same_v<Value, double> || std::is_same_v<Value, bool> ||
                    (std::is_enum_v<Value> && sizeof(Value) == 1),
                "options are int, double, bool, or an enum of unsigned char");
  constexpr Kind kind = std::is_enum_v<Value>         ? Kind::choice
                        : std::is_same_v<Value, bool> ? Kind::flag
                        : std::is_same_v<Value, int>  ? Kind::integer
                                                      : Kind::real;
  return {{{values, name, doc, tune, stage, kind, static_cast<double>(member_of<member...>(defaults)),
            [](void* options) -> void* { return &member_of<member...>(*static_cast<Options*>(options)); }}}};
}

/// A variable whose address identifies the type of a struct of options.
template <class Options>
inline constexpr char options_mark = 0;

/// A view on the fields of a struct.
struct ParameterList {
  const Parameter* first = nullptr;
  int count = 0;
  const char* mark = nullptr;
  constexpr ParameterList() = default;
  template <class Options, std::size_t N>
  constexpr ParameterList(const Fields<Options, N>& fields)
      : first(fields.list), count(int(N)), mark(&options_mark<Options>) {}
  constexpr const Parameter* begin() const { return first; }
  constexpr const Parameter* end() const { return first + count; }
};

/// NAME=VALUE as the caller gave it.
using Setting = std::pair<std::string, std::string>;

/// Refuses settings that name a parameter twice, because it would be unclear which one is meant.
Status check_once(const std::vector<Setting>& settings);

/// The values of one fit, each checked against its range.
class Parameters {
 public:
  Parameters() = default;
  /// The defaults, overridden by the settings.
  static Result<Parameters> make(ParameterList list, const std::vector<Setting>& settings);
  /// From values, one for each parameter of the list, in its order.
  static Result<Parameters> of(ParameterList list, std::vector<double> values);
  /// The values of a struct of options.
  template <class Options, std::size_t N>
  static Result<Parameters> of(const Fields<Options, N>& fields, Options options) {
    return read(fields, &options);
  }

  /// Copies the values into the struct of options that `list` describes.
  template <class Options>
  Options as() const {
    Options options;
    write(&options);
    return options;
  }

  ParameterList list() const { return list_; }
  /// `parameter` must be one of the list.
  double value(const Parameter& parameter) const { return values_[std::size_t(&parameter - list_.first)]; }
  /// The value as text that `make` reads back: "5", "0.1", "true", "point".
  std::string text(const Parameter& parameter) const;
  /// The settings that `make` needs to give the same values: all that differ from their defaults.
  std::vector<Setting> settings() const;
  /// The values of all parameters that affect what has been computed when this stage begins.
  std::vector<double> before(Stage stage) const;

 private:
  static Result<Parameters> read(ParameterList list, void* options);
  void write(void* options) const;

  ParameterList list_;
  std::vector<double> values_;
};

/// Any value of a parameter as text, for help and records.
std::string parameter_text(const Parameter& parameter, double value);

/// The candidate nearest to `word` by edit distance, ignoring case, or "" when none is near; for "did you
/// mean".
std::string nearest_word(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace tanda::internal
