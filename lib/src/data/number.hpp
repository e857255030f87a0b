// Reads numbers of tables in the same way in every locale and on every target.
#pragma once

#include <string_view>

namespace tanda::internal {

enum class NumberKind : unsigned char {
  number,    ///< a finite decimal number
  infinite,  ///< inf, infinity, or a decimal number beyond double
  missing,   ///< an empty text, ?, -, and in any case nan, NA, n/a, #N/A, null
  text,      ///< anything else; 0x10, 1e, --3 and 1,5 are text
};

struct Number {
  NumberKind kind = NumberKind::text;
  double value = 0;
};

/// Reads the whole of `text`, ignoring blanks around it, with correct rounding; values too small become 0.
/// `decimal` is a point or a comma; with a comma, a point makes it text.
Number read_number(std::string_view text, char decimal = '.');

/// The text without blanks at both ends.
std::string_view trimmed(std::string_view text);

/// Whether two texts are equal except for the case of ASCII letters.
bool equal_ignoring_case(std::string_view a, std::string_view b);

}  // namespace tanda::internal
