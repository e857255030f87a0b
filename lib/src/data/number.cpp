#include "number.hpp"

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace tanda {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
char lower(char c) {
  return c >= 'A' && c <= 'Z' ? char(c + ('a' - 'A')) : c;
}

/// A decimal number taken apart: digits · 10^exponent, where the digits still hold their point.
struct Decimal {
  bool negative = false;
  std::string_view digits;
  long long exponent = 0;
};

/// False when `text` is not of the form [+-] digits [. digits] [e [+-] digits].
bool take_apart(std::string_view text, Decimal& out) {
  std::size_t i = 0;
  if (i < text.size() && (text[i] == '+' || text[i] == '-')) out.negative = text[i++] == '-';
  const std::size_t begin = i;
  bool any_digit = false, point = false;
  for (; i < text.size(); ++i) {
    if (is_digit(text[i])) {
      any_digit = true;
      if (point) --out.exponent;
    } else if (text[i] == '.' && !point) {
      point = true;
    } else {
      break;
    }
  }
  out.digits = text.substr(begin, i - begin);
  if (!any_digit) return false;
  if (i == text.size()) return true;

  if (lower(text[i]) != 'e') return false;
  bool minus = false;
  if (++i < text.size() && (text[i] == '+' || text[i] == '-')) minus = text[i++] == '-';
  if (i == text.size()) return false;
  long long exponent = 0;
  for (; i < text.size() && is_digit(text[i]); ++i)
    if (exponent < 1'000'000'000'000) exponent = 10 * exponent + (text[i] - '0');
  out.exponent += minus ? -exponent : exponent;
  return i == text.size();
}

/// Any number of digits. strtod rounds correctly everywhere, and minds the locale only for the point: give it
/// an integer and an exponent. 800 digits and a sticky one decide every rounding of a double.
Number from_many_digits(const Decimal& decimal) {
  constexpr std::size_t enough = 800;
  std::string digits;
  long long exponent = decimal.exponent;
  bool sticky = false;
  for (const char c : decimal.digits) {
    if (c == '.' || (c == '0' && digits.empty())) continue;
    if (digits.size() < enough) {
      digits += c;
    } else {
      sticky |= c != '0';
      ++exponent;
    }
  }
  const long long magnitude = exponent + static_cast<long long>(digits.size());
  if (digits.empty() || magnitude < -400) return {NumberKind::number, 0.0};
  if (magnitude > 400) return {NumberKind::infinite, HUGE_VAL};
  if (sticky) {
    digits += '1';
    --exponent;
  }
  digits += 'e';
  digits += std::to_string(exponent);
  const double value = std::strtod(digits.c_str(), nullptr);
  return {std::isfinite(value) ? NumberKind::number : NumberKind::infinite, value};
}

Number from_decimal(const Decimal& decimal) {
  // Exact when digits and power of ten both are doubles: one rounding, the correct one.
  static constexpr double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                      1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  constexpr std::uint64_t exact = std::uint64_t(1) << 53;
  if (decimal.exponent < -22 || decimal.exponent > 22) return from_many_digits(decimal);
  std::uint64_t mantissa = 0;
  for (const char c : decimal.digits) {
    if (c == '.') continue;
    mantissa = 10 * mantissa + std::uint64_t(c - '0');
    if (mantissa > exact) return from_many_digits(decimal);
  }
  const double value = double(mantissa);
  return {NumberKind::number,
          decimal.exponent < 0 ? value / powers[-decimal.exponent] : value * powers[decimal.exponent]};
}

}  // namespace

Number read_number(std::string_view text) {
  text = trimmed(text);
  if (text.empty() || text == "?" || text == "NA") return {NumberKind::missing, 0};
  Decimal decimal;
  if (take_apart(text, decimal)) {
    Number number = from_decimal(decimal);
    if (decimal.negative) number.value = -number.value;
    return number;
  }
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
