#include "base/text.hpp"

namespace tanda::internal {

void Piece::append_to(std::string& out) const {
  if (text_) {
    out.append(text_, static_cast<std::size_t>(value_));
  } else {
    out += std::to_string(value_);
  }
}

void append(std::string& out, std::initializer_list<Piece> pieces) {
  for (const Piece& piece : pieces) piece.append_to(out);
}

std::string joined(std::initializer_list<Piece> pieces) {
  std::string out;
  append(out, pieces);
  return out;
}

std::string option_text(std::string_view name) {
  return '{' + std::string(name) + '}';
}

std::string option_text(std::string_view name, std::string_view value) {
  std::string text = '{' + std::string(name) + '=';
  for (const char c : value) {
    if (c == '}' || c == '\\') text += '\\';
    text += c;
  }
  return text + '}';
}

std::string literal_text(std::string_view text) {
  std::string out;
  for (const char c : text) out.append(c == '{' ? 2 : 1, c);
  return out;
}

}  // namespace tanda::internal
