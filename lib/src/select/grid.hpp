// Grids: which values of which parameters are tried.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "methods/method.hpp"

namespace tanda::internal {

struct Axis {
  std::string name;
  std::vector<std::string> values;
};
using Grid = std::vector<Axis>;

/// `text` cut at every `separator`; without one, a single piece, which may be empty.
std::vector<std::string> split_at(std::string_view text, char separator);

/// "NAME=v1,v2,…", checked against the descriptor.
Result<Axis> parse_axis(std::string_view text, ParameterList parameters);

/// Adds an axis; it replaces one of the same parameter.
void put_axis(Grid& grid, Axis axis);

/// The grid that a descriptor proposes: every parameter that has values worth trying.
Grid default_grid(ParameterList parameters);

/// The default grid if it is wanted, plus the axes that are listed ("NAME=v1,v2;NAME=…"), which replace those
/// of the same parameter.
Result<Grid> parse_grid(bool with_default, const std::vector<std::string>& lists, ParameterList parameters);

/// All combinations, the first axis varying slowest; for an empty grid one combination without settings.
std::vector<std::vector<Setting>> grid_points(const Grid& grid);

/// `settings`, with those of a grid point added or replaced.
std::vector<Setting> merged(std::vector<Setting> settings, const std::vector<Setting>& over);

/// "neighbors=5 ridge=0.1"; "" for none.
std::string settings_text(const std::vector<Setting>& settings);
/// {"neighbors": "5", "ridge": "0.1"}
Json settings_json(const std::vector<Setting>& settings);

}  // namespace tanda::internal
