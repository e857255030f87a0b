#include "number.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/decimal.hpp"

namespace tanda::internal {
namespace {

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? char(c + ('a' - 'A')) : c;
}

bool says_missing(std::string_view text) {
  if (text.empty() || text == "?" || text == "-") return true;
  for (const char* word : {"na", "n/a", "#n/a", "null"})
    if (equal_ignoring_case(text, word)) return true;
  return false;
}

/// Replaces a decimal comma by a point. A text that has both, or that is long, is not a number.
std::string_view with_point(std::string_view text, std::array<char, 400>& room) {
  if (text.size() > room.size() || text.find('.') != std::string_view::npos) return "x";
  std::replace_copy(text.begin(), text.end(), room.begin(), ',', '.');
  return {room.data(), text.size()};
}

}  // namespace

Number read_number(std::string_view text, char decimal) {
  text = trimmed(text);
  // A shortcut, because most fields are numbers and begin with a digit.
  if (text.empty() || text[0] < '0' || text[0] > '9')
    if (says_missing(text)) return {NumberKind::missing, 0};
  std::array<char, 400> room;
  std::string_view rest = decimal == ',' ? with_point(text, room) : text;
  double value = 0;
  if (read_decimal(rest, value) && rest.empty())
    return {std::isfinite(value) ? NumberKind::number : NumberKind::infinite, value};
  const std::string_view word = text[0] == '+' || text[0] == '-' ? text.substr(1) : text;
  if (equal_ignoring_case(word, "nan")) return {NumberKind::missing, 0};
  if (equal_ignoring_case(word, "inf") || equal_ignoring_case(word, "infinity"))
    return {NumberKind::infinite, text[0] == '-' ? -HUGE_VAL : HUGE_VAL};
  return {NumberKind::text, 0};
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (lower(a[i]) != lower(b[i])) return false;
  return true;
}

}  // namespace tanda::internal
