#include "select/grid.hpp"
#include "base/text.hpp"

#include <algorithm>

namespace tanda::internal {

std::vector<std::string> split_at(std::string_view text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == separator) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

Result<Axis> parse_axis(std::string_view text, ParameterList parameters) {
  const std::size_t equals = text.find('=');
  if (equals == 0 || equals == std::string_view::npos) {
    return Status(Code::bad_argument,
                  joined({"\"", literal_text(text.substr(0, 60)), "\" is not NAME=VALUE,VALUE,…"}));
  }
  Axis axis{std::string(text.substr(0, equals)), split_at(text.substr(equals + 1), ',')};
  for (const std::string& value : axis.values) {
    if (const auto checked = Parameters::make(parameters, {{axis.name, value}}); !checked)
      return checked.status();
  }
  return axis;
}

void put_axis(Grid& grid, Axis axis) {
  const auto same =
      std::find_if(grid.begin(), grid.end(), [&](const Axis& old) { return old.name == axis.name; });
  if (same == grid.end()) {
    grid.push_back(std::move(axis));
  } else {
    *same = std::move(axis);
  }
}

Grid default_grid(ParameterList parameters) {
  Grid grid;
  for (const Parameter& p : parameters) {
    if (p.tune[0] != '\0') grid.push_back({p.name, split_at(p.tune, ',')});
  }
  return grid;
}

Result<Grid> parse_grid(bool with_default, const std::vector<std::string>& lists, ParameterList parameters) {
  Grid grid;
  if (with_default) grid = default_grid(parameters);
  std::vector<Setting> named;
  for (const std::string& list : lists) {
    for (const std::string& text : split_at(list, ';')) {
      Axis axis;
      if (Status s = parse_axis(text, parameters).get(axis); !s) return s;
      named.emplace_back(axis.name, text);
      if (Status s = check_once(named); !s)
        return Status(s.code(), joined({"\"", axis.name, "\" is selected more than once"}),
                      "give all its values in one list");
      put_axis(grid, std::move(axis));
    }
  }
  return grid;
}

std::vector<std::vector<Setting>> grid_points(const Grid& grid) {
  std::vector<std::vector<Setting>> points(1);
  for (const Axis& axis : grid) {
    std::vector<std::vector<Setting>> more;
    for (const auto& point : points) {
      for (const std::string& value : axis.values) {
        more.push_back(point);
        more.back().emplace_back(axis.name, value);
      }
    }
    points = std::move(more);
  }
  return points;
}

std::vector<Setting> merged(std::vector<Setting> settings, const std::vector<Setting>& over) {
  for (const Setting& setting : over) {
    const auto same = std::find_if(settings.begin(), settings.end(),
                                   [&](const Setting& old) { return old.first == setting.first; });
    if (same == settings.end()) {
      settings.push_back(setting);
    } else {
      same->second = setting.second;
    }
  }
  return settings;
}

Json settings_json(const std::vector<Setting>& settings) {
  Json json = Json::object();
  for (const auto& [name, value] : settings) json.set(name, value);
  return json;
}

std::string settings_text(const std::vector<Setting>& settings) {
  std::string text;
  for (const auto& [name, value] : settings) append(text, {(text.empty() ? "" : " "), name, "=", value});
  return text;
}

}  // namespace tanda::internal
