// Texts put together from pieces.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>

namespace tanda::internal {

/// A text or a whole number, until the end of the expression it stands in.
class Piece {
 public:
  constexpr Piece(std::string_view text) : text_(text.data()), value_(static_cast<long long>(text.size())) {}
  constexpr Piece(const char* text) : Piece(std::string_view(text)) {}
  Piece(const std::string& text) : Piece(std::string_view(text)) {}
  template <class T, class = std::enable_if_t<std::is_integral_v<T> && !std::is_same_v<T, char>>>
  constexpr Piece(T number) : value_(static_cast<long long>(number)) {}

  void append_to(std::string& out) const;

 private:
  const char* text_ = nullptr;  ///< none of a number
  long long value_;             ///< the number, or the length of the text
};

/// `joined({"row ", 17, ", column ", name})`: one call where a chain of + would be code at every place.
std::string joined(std::initializer_list<Piece> pieces);
void append(std::string& out, std::initializer_list<Piece> pieces);

/// "{label}" and "{label=species}": what messages are put together from where a name or value is known only
/// then.
std::string option_text(std::string_view name);
std::string option_text(std::string_view name, std::string_view value);
/// A text of the caller's, such that no brace of it is taken for an option.
std::string literal_text(std::string_view text);

}  // namespace tanda::internal
