// Encodings of a text: UTF-8 is taken as it is, UTF-16 is turned into it, single names in Latin-1 are.
#pragma once

#include <string>
#include <string_view>

namespace tanda::internal::csv {

/// Length of the UTF-8 character at the front, 0 when it is none.
std::size_t utf8_length(std::string_view text);
bool is_utf8(std::string_view text);

/// Names and labels end up in JSON: text that is not UTF-8 is taken for Latin-1 as Windows has it (1252).
std::string to_utf8(std::string_view text);

/// UTF-16 to UTF-8, fed in any pieces. Half a pair of surrogates becomes U+FFFD.
class Utf16 {
 public:
  enum class Order : unsigned char { none, little, big };

  /// By the byte order mark; without one, by the zero bytes that every second byte of plain text is.
  static Order recognise(std::string_view head);

  explicit Utf16(Order order) : order_(order) {}
  void feed(std::string_view piece, std::string& out);

 private:
  void take(unsigned unit, std::string& out);

  Order order_;
  bool odd_ = false;  ///< the first byte of a unit is in `first_`
  unsigned first_ = 0;
  unsigned high_ = 0;  ///< the first half of a pair, 0 = none
};

}  // namespace tanda::internal::csv
