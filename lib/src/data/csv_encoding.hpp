// Encodings of a text: UTF-8 is kept, UTF-16 is converted to it, and so are single names in Latin-1.
#pragma once

#include <string>
#include <string_view>

namespace tanda::internal::csv {

/// Length of the UTF-8 character at the front, 0 if it is not valid.
std::size_t utf8_length(std::string_view text);
bool is_utf8(std::string_view text);

/// Converts text that is not UTF-8 from Latin-1 in the Windows variant (1252), because names and labels are
/// written to JSON.
std::string to_utf8(std::string_view text);

/// Converts UTF-16 to UTF-8 in any pieces. An unpaired surrogate becomes U+FFFD.
class Utf16 {
 public:
  enum class Order : unsigned char { none, little, big };

  /// The byte order, from the byte order mark or, without one, from the zero bytes: every second byte of
  /// plain text is zero.
  static Order recognise(std::string_view head);

  explicit Utf16(Order order) : order_(order) {}
  void feed(std::string_view piece, std::string& out);

 private:
  void take(unsigned unit, std::string& out);

  Order order_;
  bool odd_ = false;  ///< the first byte of a unit is in `first_`
  unsigned first_ = 0;
  unsigned high_ = 0;  ///< the first unit of a surrogate pair, 0 = none
};

}  // namespace tanda::internal::csv
