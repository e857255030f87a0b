// Writes names and numbers as C source. A malicious name cannot end the literal or comment it is written
// into.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/decimal.hpp"

namespace tanda::internal {

/// The shortest text that is read back as the same float: 0.1f, 3.0f, 1e+30f.
inline std::string float_text(float value) {
  std::string text = shortest_text(value, 6);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text + "f";
}

/// Writes a string literal. Escapes always have three octal digits, so a digit that follows does not become
/// one of theirs; an escaped question mark starts no trigraph.
inline std::string c_string(std::string_view text) {
  std::string out = "\"";
  for (char letter : text) {
    const auto byte = static_cast<unsigned char>(letter);
    if (byte < 0x20 || byte >= 0x7f) {
      out += {'\\', static_cast<char>('0' + (byte >> 6)), static_cast<char>('0' + ((byte >> 3) & 7)),
              static_cast<char>('0' + (byte & 7))};
    } else {
      if (letter == '"' || letter == '\\' || letter == '?') out += '\\';
      out += letter;
    }
  }
  return out + '"';
}

/// Writes a text inside a comment: characters that could end the comment or join lines become underscores.
inline std::string c_comment(std::string_view text) {
  constexpr std::size_t longest = 60;
  constexpr std::string_view fine = " .,:;()+=-_";
  std::string out;
  for (char letter : text.substr(0, longest)) {
    const bool plain = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                       (letter >= '0' && letter <= '9') || fine.find(letter) != fine.npos;
    out += plain ? letter : '_';
  }
  return text.size() > longest ? out + "..." : out;
}

/// Whether a name has only letters, digits and underscores and starts with a letter; names that start with an
/// underscore are reserved by the standard.
inline bool is_c_prefix(std::string_view name) {
  constexpr std::size_t longest = 40;  // leaves room for suffixes in C99's 63 significant letters
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  if (name.empty() || name.size() > longest || !is_letter(name[0])) return false;
  for (char c : name)
    if (!is_letter(c) && !(c >= '0' && c <= '9') && c != '_') return false;
  return true;
}

/// Appends code in which "NAME_" is replaced by the prefix in capitals and "name_" by the prefix.
inline void append_with_prefix(std::string& out, std::string_view code, std::string_view name) {
  while (!code.empty()) {
    const std::string_view word = code.substr(0, 5);
    if (word == "NAME_" || word == "name_") {
      const bool capitals = word[0] == 'N';
      for (char c : name) out += capitals && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
      code.remove_prefix(4);
    }
    out += code[0];
    code.remove_prefix(1);
  }
}

}  // namespace tanda::internal
