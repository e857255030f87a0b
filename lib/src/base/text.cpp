#include "tanda/base/text.hpp"

namespace tanda {

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

}  // namespace tanda
