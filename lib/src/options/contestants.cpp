#include "options/contestants.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "options/words.hpp"

namespace tanda::internal {
namespace {

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
                  joined({"{methods(", parts[0], ")} lists its parameters"}));
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
  Status failure(Code::bad_argument,
                 joined({option_text(option), ": ", quoted(text), " is for none of the methods"}),
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
      failure = Status(Code::bad_argument,
                       joined({option_text(option), ": ", quoted(text), " is set by ", contestant.name}),
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

}  // namespace tanda::internal
