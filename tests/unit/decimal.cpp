// Decimal numbers compared with those of the C library, which rounds correctly too.
#include "base/decimal.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>

#include "tanda/detail/random.hpp"
#include "ut.hpp"

namespace decimal_test {
using namespace ut;
using tanda::Random;
using tanda::internal::decimal_text;
using tanda::internal::read_decimal;
using tanda::internal::shortest_text;

/// Numbers of random bits, fractions, short decimals and the ends of the range.
template <class Use>
void for_many_numbers(Use use) {
  Random random(1);
  for (int i = 0; i < 2000; ++i) {
    const std::uint64_t bits = random.next();
    double any;
    std::memcpy(&any, &bits, sizeof any);
    if (std::isfinite(any)) use(any);
    use(random.uniform() - 0.5);
    use(double(random.below(100000)) / 1000);
    use(double(random.below(200)) - 100);
  }
  for (double end : {0.0, 5e-324, 0x1p-1022, 1.7976931348623157e308, 0.5, 2.5, 9.5, 999999.5, 1e22, 1e23}) {
    use(end);
    use(-end);
  }
}

bool reads(std::string_view text, double wanted, std::string_view rest = "") {
  double value = -1;
  return read_decimal(text, value) && text == rest && value == wanted &&
         std::signbit(value) == std::signbit(wanted);
}

/// The fewest digits of printf's that `read` turns back into the same number.
template <class T, class Read>
std::string shortest_of_printf(T value, int digits, Read read) {
  char text[400];
  do {
    std::snprintf(text, sizeof text, "%.*g", digits++, double(value));
  } while (read(text, nullptr) != value);
  return text;
}

const suite decimal_suite = [] {
  "numbers are written as printf does, and read as strtod does"_test = [] {
    for_many_numbers([](double value) {
      for (int digits : {1, 2, 6, 9, 15, 17}) {
        char text[400];
        std::snprintf(text, sizeof text, "%.*g", digits, value);
        expect(decimal_text(value, digits) == text) << text << digits;
        expect(reads(text, std::strtod(text, nullptr))) << text;
      }
    });
    expect(decimal_text(INFINITY, 6) == "inf" && decimal_text(-INFINITY, 6) == "-inf");
    expect(decimal_text(NAN, 6) == "nan");
  };

  "the fewest digits that read back"_test = [] {
    for_many_numbers([](double value) {
      expect(shortest_text(value, 6) == shortest_of_printf(value, 6, std::strtod)) << value;
      const float narrow = float(value);
      if (std::isfinite(narrow))
        expect(shortest_text(narrow, 6) == shortest_of_printf(narrow, 6, std::strtof)) << value;
    });
    expect(shortest_text(0.1f, 6) == "0.1" && shortest_text(0.1, 6) == "0.1");
  };

  "long numbers are rounded correctly, and those half way to even"_test = [] {
    Random random(2);
    for (int i = 0; i < 300; ++i) {
      std::string text;
      for (std::uint64_t left = 1 + random.below(900); left > 0; --left) text += char('0' + random.below(10));
      const int exponent = int(random.below(700)) - 350 - (i % 2 == 0 ? int(text.size()) : 0);
      text.insert(random.below(text.size()), 1, '.');
      text += "e" + std::to_string(exponent);
      expect(reads(text, std::strtod(text.c_str(), nullptr))) << text;
    }
    expect(reads("9007199254740993", 0x1p53));  // between 2^53 and 2^53 + 2
    expect(reads("9007199254740993." + std::string(900, '0') + "1", 0x1p53 + 2));
    expect(reads("9007199254740995", 0x1p53 + 4));
    expect(reads("2.4703282292062327e-324", 0) && reads("2.4703282292062328e-324", 5e-324));
    expect(reads("1.7976931348623158e308", std::numeric_limits<double>::max()));
    expect(reads("1.7976931348623159e308", INFINITY) && reads("-1e99999999999999999999", -INFINITY));
    expect(reads("1e-99999999999999999999", 0) && reads("-0", -0.0));
  };

  "only what is a number is read"_test = [] {
    for (std::string_view text : {"", "-", ".", "e5", "+.e1", "--3", " 1", "inf", "nan", "x"}) {
      const std::string_view before = text;
      double value = 7;
      expect(!read_decimal(text, value) && text == before && value == 7) << std::string(before);
    }
    expect(reads("1e", 1, "e") && reads("2.e+x", 2, "e+x") && reads(".5.5", 0.5, ".5"));
    expect(reads("+3k", 3, "k") && reads("0x10", 0, "x10") && reads("1,5", 1, ",5"));
  };
};

}  // namespace decimal_test
