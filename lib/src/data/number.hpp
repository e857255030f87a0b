// Numbers as tables write them, the same in every locale and on every target.
#pragma once

#include <string_view>

namespace tanda::internal {

enum class NumberKind : unsigned char {
  number,    ///< a finite decimal number
  infinite,  ///< inf, infinity, or a decimal number beyond double
  missing,   ///< nothing, ?, -, and in any case nan, NA, n/a, #N/A, null
  text,      ///< anything else; 0x10, 1e, --3 and 1,5 are text
};

struct Number {
  NumberKind kind = NumberKind::text;
  double value = 0;
};

/// Reads the whole of `text` (blanks around it do not count), rounded correctly; what is too small becomes 0.
/// `decimal` is a point or a comma; with a comma, a point is not a number's.
Number read_number(std::string_view text, char decimal = '.');

/// Without the blanks at both ends.
std::string_view trimmed(std::string_view text);

/// Equal but for the case of ASCII letters.
bool equal_ignoring_case(std::string_view a, std::string_view b);

}  // namespace tanda::internal
