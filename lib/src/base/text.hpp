// Concatenating pieces of text.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>

namespace tanda::internal {

/// A text or a whole number. Valid until the end of the full expression only.
class Piece {
 public:
  constexpr Piece(std::string_view text) : text_(text.data()), value_(static_cast<long long>(text.size())) {}
  constexpr Piece(const char* text) : Piece(std::string_view(text)) {}
  Piece(const std::string& text) : Piece(std::string_view(text)) {}
  template <class T, class = std::enable_if_t<std::is_integral_v<T> && !std::is_same_v<T, char>>>
  constexpr Piece(T number) : value_(static_cast<long long>(number)) {}

  void append_to(std::string& out) const;

 private:
  const char* text_ = nullptr;  ///< null for a number
  long long value_;             ///< the number, or the length of the text
};

/// `joined({"row ", 17, ", column ", name})`: a single call, where a chain of + would expand to much code in
/// each place.
std::string joined(std::initializer_list<Piece> pieces);
void append(std::string& out, std::initializer_list<Piece> pieces);

/// "{label}" and "{label=species}": an option in a message whose name or value is only known at run time.
std::string option_text(std::string_view name);
std::string option_text(std::string_view name, std::string_view value);
/// A text of the caller's, with its braces quoted so that they are not taken for an option.
std::string literal_text(std::string_view text);

}  // namespace tanda::internal
