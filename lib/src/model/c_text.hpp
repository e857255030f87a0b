// Names and numbers as C source that nothing in a hostile model can break out of.
#pragma once

#include <clocale>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace tanda {

/// The fewest digits that read back to the same float, with a point in every locale: 0.1f, 3.0f, 1e+30f.
inline std::string float_text(float value) {
  char buffer[40];
  for (int digits = 6; digits <= 9; ++digits) {
    std::snprintf(buffer, sizeof buffer, "%.*g", digits, static_cast<double>(value));
    if (std::strtof(buffer, nullptr) == value) break;
  }
  std::string text = buffer;
  const std::string_view point = std::localeconv()->decimal_point;
  const std::size_t at = text.find(point);
  if (!point.empty() && at != std::string::npos) text.replace(at, point.size(), ".");
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text + "f";
}

/// A string literal. Always three octal digits, which no digit after them can lengthen; an escaped question
/// mark starts no trigraph.
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

/// A text inside a comment: what could end it, or splice lines, becomes an underscore.
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

/// Letters, digits and underscores, a letter first: what the standard reserves starts with an underscore.
inline bool is_c_prefix(std::string_view name) {
  constexpr std::size_t longest = 40;  // with what is put behind it, C99's 63 significant letters are enough
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  if (name.empty() || name.size() > longest || !is_letter(name[0])) return false;
  for (char c : name)
    if (!is_letter(c) && !(c >= '0' && c <= '9') && c != '_') return false;
  return true;
}

/// "NAME_" becomes the prefix in capitals, "name_" the prefix.
inline std::string with_prefix(std::string_view code, const std::string& name) {
  std::string capitals;
  for (char c : name) capitals += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  std::string out;
  for (std::size_t i = 0; i < code.size();) {
    const std::string_view word = code.substr(i, 5);
    if (word == "NAME_" || word == "name_") {
      out += (word == "NAME_" ? capitals : name) + "_";
      i += word.size();
    } else {
      out += code[i++];
    }
  }
  return out;
}

}  // namespace tanda
