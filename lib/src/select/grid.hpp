// Grids: which values of which parameters to try.
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

/// `text` cut at every `separator`; one part, maybe empty, when there is none.
std::vector<std::string> split_at(std::string_view text, char separator);

/// "NAME=v1,v2,…", checked against the descriptor.
Result<Axis> parse_axis(std::string_view text, ParameterList parameters);

/// Adds an axis, in place of one of the same parameter.
void put_axis(Grid& grid, Axis axis);

/// What the descriptor itself proposes: every parameter with values worth trying.
Grid default_grid(ParameterList parameters);

/// The default grid if it is wanted, with the axes that are listed ("NAME=v1,v2;NAME=…") on top or instead.
Result<Grid> parse_grid(bool with_default, const std::vector<std::string>& lists, ParameterList parameters);

/// Every combination, the first axis slowest; one without settings for an empty grid.
std::vector<std::vector<Setting>> grid_points(const Grid& grid);

/// `settings` with those of a grid point on top.
std::vector<Setting> merged(std::vector<Setting> settings, const std::vector<Setting>& over);

/// "neighbors=5 ridge=0.1"; "" for none.
std::string settings_text(const std::vector<Setting>& settings);
/// {"neighbors": "5", "ridge": "0.1"}
Json settings_json(const std::vector<Setting>& settings);

}  // namespace tanda::internal
