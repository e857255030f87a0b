// Reading and writing both divide whole numbers of any length: the digits of n/d, with the remainder deciding
// how to round.
#include "base/decimal.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace tanda::internal {
namespace {

/// 800 significant digits, and one more that stands for all that follow (a sticky digit), decide every
/// rounding of a double.
constexpr std::size_t most_digits = 800;

/// A whole number up to 2^4608: the largest is ten to the power of most_digits + 400, plus some bits.
class Whole {
 public:
  explicit Whole(std::uint64_t value) : limbs_{std::uint32_t(value), std::uint32_t(value >> 32)}, size_(2) {
    trim();
  }

  Whole& times_plus(std::uint32_t factor, std::uint32_t more) {
    std::uint64_t carry = more;
    for (int i = 0; i < size_; ++i, carry >>= 32) {
      carry += std::uint64_t(limbs_[i]) * factor;
      limbs_[i] = std::uint32_t(carry);
    }
    if (carry > 0) limbs_[size_++] = std::uint32_t(carry);
    return *this;
  }
  /// Multiplies by base^power; a negative power is ignored, the caller puts it into the denominator.
  void times_power(std::uint32_t base, int power) {
    for (; power >= 8; power -= 8) times_plus(base * base * base * base * base * base * base * base, 0);
    for (; power > 0; --power) times_plus(base, 0);
  }
  /// Subtracts a number that is not larger than this one.
  void subtract(const Whole& other) {
    std::int64_t borrow = 0;
    for (int i = 0; i < size_; ++i, borrow >>= 32) {
      borrow += std::int64_t(limbs_[i]) - (i < other.size_ ? other.limbs_[i] : 0);
      limbs_[i] = std::uint32_t(borrow);
    }
    trim();
  }

  /// Negative, zero or positive where this number is less than, equal to or greater than the other.
  int compare(const Whole& other) const {
    if (size_ != other.size_) return size_ - other.size_;
    for (int i = size_ - 1; i >= 0; --i) {
      if (limbs_[i] != other.limbs_[i]) return limbs_[i] < other.limbs_[i] ? -1 : 1;
    }
    return 0;
  }
  int bits() const {
    int result = 32 * (size_ - 1);
    for (std::uint32_t top = size_ > 0 ? limbs_[size_ - 1] : 0; top > 0; top >>= 1) ++result;
    return result;
  }

 private:
  void trim() {
    while (size_ > 0 && limbs_[size_ - 1] == 0) --size_;
  }
  std::array<std::uint32_t, 144> limbs_;  // without leading zero limbs
  int size_;
};

/// digits · 10^exponent
struct Decimal {
  std::string digits;  ///< without leading zeros; empty means zero
  int exponent = 0;
};

/// The format of a floating-point number: how many significant bits it has, and that none is below 2^lowest.
struct Precision {
  int bits, lowest;
};
constexpr Precision of_double{53, -1074}, of_float{24, -149};

/// Rounds to the nearest number; of two equally near ones to the even one.
double nearest(const Decimal& decimal, Precision precision) {
  const int magnitude = decimal.exponent + int(decimal.digits.size());
  if (decimal.digits.empty() || magnitude < -400) return 0;
  if (magnitude > 400) return HUGE_VAL;
  Whole n(0), d(1);
  for (char digit : decimal.digits) n.times_plus(10, std::uint32_t(digit - '0'));
  n.times_power(10, decimal.exponent);
  d.times_power(10, -decimal.exponent);
  // n/d · 2^power, and 1 ≤ n/d < 2
  int power = n.bits() - d.bits();
  n.times_power(2, -power);
  d.times_power(2, power);
  if (n.compare(d) < 0) {
    n.times_plus(2, 0);
    --power;
  }
  const int bits = std::min(precision.bits, power - precision.lowest + 1);
  if (bits < 0) return 0;
  std::uint64_t mantissa = 0;
  for (int i = 0; i < bits; ++i) {
    const bool bit = n.compare(d) >= 0;
    if (bit) n.subtract(d);
    n.times_plus(2, 0);
    mantissa = 2 * mantissa + bit;
  }
  const int half = n.compare(d);
  mantissa += half > 0 || (half == 0 && mantissa % 2 == 1);
  return std::ldexp(double(mantissa), power - bits + 1);
}

/// The number rounded to `count` decimal digits; `value` must be positive.
Decimal digits_of(double value, int count) {
  int power;
  const double fraction = std::frexp(value, &power);
  Whole n(std::uint64_t(std::ldexp(fraction, of_double.bits))), d(1);
  n.times_power(2, power - of_double.bits);
  d.times_power(2, of_double.bits - power);
  int exponent = int(std::floor((power - 1) * 0.30102999566398119));  // log10 2: exact or one too low
  n.times_power(10, -exponent);
  d.times_power(10, exponent);
  if (Whole ten = d; n.compare(ten.times_plus(10, 0)) >= 0) {
    d = ten;
    ++exponent;
  }
  Decimal result;
  for (int i = 0; i < count; ++i, n.times_plus(10, 0)) {
    char digit = '0';
    for (; n.compare(d) >= 0; ++digit) n.subtract(d);
    result.digits += digit;
  }
  result.exponent = exponent - count + 1;
  const int half = n.compare(d.times_plus(5, 0));
  if (half < 0 || (half == 0 && result.digits.back() % 2 == '0' % 2)) return result;
  while (!result.digits.empty() && result.digits.back() == '9') {
    result.digits.pop_back();
    ++result.exponent;
  }
  if (result.digits.empty()) result.digits = "0";
  ++result.digits.back();
  return result;
}

/// Formats the number as %g would.
std::string text_of(bool negative, Decimal decimal, int count) {
  std::string& digits = decimal.digits;
  int exponent = decimal.exponent + int(digits.size()) - 1;  // of the first digit
  while (digits.size() > 1 && digits.back() == '0') digits.pop_back();
  std::string tail;
  if (exponent < -4 || exponent >= count) {
    const std::string number = std::to_string(std::abs(exponent));
    tail = (exponent < 0 ? "e-" : "e+") + (number.size() < 2 ? "0" + number : number);
    exponent = 0;
  }
  if (exponent < 0) digits.insert(0, std::size_t(-exponent), '0');
  const std::size_t whole = std::size_t(std::max(exponent, 0)) + 1;
  if (digits.size() < whole) digits.append(whole - digits.size(), '0');
  if (digits.size() > whole) digits.insert(whole, 1, '.');
  return (negative ? "-" : "") + digits + tail;
}

std::string special_text(double value) {
  return std::isnan(value) ? "nan"
         : value == 0      ? (std::signbit(value) ? "-0" : "0")
         : value > 0       ? "inf"
                           : "-inf";
}

std::string shortest(double value, int count, Precision precision) {
  if (value == 0 || !std::isfinite(value)) return special_text(value);
  Decimal decimal = digits_of(std::abs(value), count);
  while (nearest(decimal, precision) != std::abs(value)) decimal = digits_of(std::abs(value), ++count);
  return text_of(value < 0, std::move(decimal), count);
}

bool is_digit(std::string_view text, std::size_t at) {
  return at < text.size() && text[at] >= '0' && text[at] <= '9';
}

/// Reads an exponent at `at`, if there is one, and moves `at` behind it.
long long read_exponent(std::string_view text, std::size_t& at) {
  if (at >= text.size() || (text[at] != 'e' && text[at] != 'E')) return 0;
  std::size_t i = at + 1;
  const bool minus = i < text.size() && text[i] == '-';
  if (minus || (i < text.size() && text[i] == '+')) ++i;
  if (!is_digit(text, i)) return 0;
  long long value = 0;
  for (; is_digit(text, i); ++i) {
    if (value < 1'000'000'000'000) value = 10 * value + (text[i] - '0');
  }
  at = i;
  return minus ? -value : value;
}

/// The number of these digits, which have a point among them. Digits too far right to matter become one
/// sticky digit.
Decimal decimal_of(std::string_view digits, long long exponent) {
  Decimal result;
  bool sticky = false;
  for (char c : digits) {
    if (c == '.' || (c == '0' && result.digits.empty())) continue;
    if (result.digits.size() < most_digits) {
      result.digits += c;
    } else {
      sticky |= c != '0';
      ++exponent;
    }
  }
  if (sticky) {
    result.digits += '1';
    --exponent;
  }
  result.exponent = int(std::clamp(exponent, -10'000ll, 10'000ll));
  return result;
}

/// If the digits and the power of ten are both exact as doubles, one operation gives the correctly rounded
/// result.
bool read_short(std::string_view digits, long long exponent, double& value) {
  static constexpr double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                      1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  if (exponent < -22 || exponent > 22) return false;
  std::uint64_t mantissa = 0;
  for (char c : digits) {
    if (c == '.') continue;
    mantissa = 10 * mantissa + std::uint64_t(c - '0');
    if (mantissa > std::uint64_t(1) << of_double.bits) return false;
  }
  value = exponent < 0 ? double(mantissa) / powers[-exponent] : double(mantissa) * powers[exponent];
  return true;
}

}  // namespace

bool read_decimal(std::string_view& text, double& value) {
  std::size_t at = 0;
  const bool negative = !text.empty() && text[0] == '-';
  if (negative || (!text.empty() && text[0] == '+')) ++at;
  const std::size_t begin = at;
  bool any = false, point = false;
  long long exponent = 0;
  for (; is_digit(text, at) || (!point && at < text.size() && text[at] == '.'); ++at) {
    if (text[at] == '.') {
      point = true;
    } else {
      any = true;
      exponent -= point;
    }
  }
  if (!any) return false;
  const std::string_view digits = text.substr(begin, at - begin);
  exponent += read_exponent(text, at);
  text.remove_prefix(at);
  if (!read_short(digits, exponent, value)) value = nearest(decimal_of(digits, exponent), of_double);
  if (negative) value = -value;
  return true;
}

std::string decimal_text(double value, int digits) {
  if (value == 0 || !std::isfinite(value)) return special_text(value);
  return text_of(value < 0, digits_of(std::abs(value), digits), digits);
}

std::string shortest_text(double value, int at_least) {
  return shortest(value, at_least, of_double);
}
std::string shortest_text(float value, int at_least) {
  return shortest(double(value), at_least, of_float);
}

}  // namespace tanda::internal
