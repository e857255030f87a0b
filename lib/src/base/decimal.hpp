// Decimal numbers as text, rounded correctly: the same in every locale and on every target.
#pragma once

#include <string>
#include <string_view>

namespace tanda::internal {

/// Reads [+-] digits [. digits] [e [+-] digits] from the beginning of `text`, which becomes what follows. A
/// number beyond double is infinite, one below it is zero. False, and nothing read, if there is none.
[[nodiscard]] bool read_decimal(std::string_view& text, double& value);

/// `digits` significant digits without zeros at their end, as C's %g has them: 0.1, 300, 1e+30.
std::string decimal_text(double value, int digits);

/// The fewest digits, but at least some, that read back to the same number.
std::string shortest_text(double value, int at_least);
std::string shortest_text(float value, int at_least);

}  // namespace tanda::internal
