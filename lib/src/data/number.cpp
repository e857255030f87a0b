#include "number.hpp"

#include <cmath>

#include "tanda/core/decimal.hpp"

namespace tanda {
namespace {

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? char(c + ('a' - 'A')) : c;
}

}  // namespace

Number read_number(std::string_view text) {
  text = trimmed(text);
  if (text.empty() || text == "?" || text == "NA") return {NumberKind::missing, 0};
  std::string_view rest = text;
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

}  // namespace tanda
