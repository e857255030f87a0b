// Decimal numbers as text, rounded correctly: the same in every locale and on every target.
#pragma once

#include <string>
#include <string_view>

namespace tanda::internal {

/// Reads [+-] digits [. digits] [e [+-] digits] from the beginning of `text` and removes it from there. A
/// number too large for double gives infinity, one too small zero. False, with nothing removed, if there is
/// no number.
[[nodiscard]] bool read_decimal(std::string_view& text, double& value);

/// `digits` significant digits without trailing zeros, formatted like C's %g: 0.1, 300, 1e+30.
std::string decimal_text(double value, int digits);

/// The fewest digits, but `at_least` so many, that read back to the same number.
std::string shortest_text(double value, int at_least);
std::string shortest_text(float value, int at_least);

}  // namespace tanda::internal
