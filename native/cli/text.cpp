#include "text.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>

#include "base/spelling.hpp"
#include "base/text.hpp"

namespace cli {

std::string spelled(std::string_view text) {
  return tanda::internal::spelled(text, tanda::internal::Spelling::program);
}

namespace {

constexpr std::size_t line_width = 100;

template <class S>
std::string shortest(S x) {
  char text[40];
  const std::to_chars_result end = std::to_chars(text, text + sizeof text, x);
  return std::string(text, end.ptr);
}

template <class... Args>
std::string print(const char* format, Args... args) {
  char text[64];
  std::snprintf(text, sizeof text, format, args...);
  return text;
}

/// Counts characters, not bytes: UTF-8 continuation bytes have no width.
std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

/// Breaks `text` between words into lines of at most `room` characters, all but the first indented by
/// `indent`.
std::string wrapped(std::string_view text, std::size_t room, std::size_t indent) {
  std::string out;
  std::size_t used = 0;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    if (used > 0 && used + 1 + width(word) > room) {
      out += '\n' + std::string(indent, ' ');
      used = 0;
    }
    if (used > 0) out += ' ', ++used;
    out += word;
    used += width(word);
  }
  return out;
}

}  // namespace

std::string number(float x) {
  return shortest(x);
}
std::string number(double x) {
  return shortest(x);
}
std::string rounded(double x) {
  return print("%.4g", x);
}

std::string seconds_text(double seconds) {
  return print("%.3f", seconds);
}

std::string percent(double share, int digits) {
  char text[32];
  std::snprintf(text, sizeof text, "%.*f", digits, 100 * share);
  return text;
}

std::string bytes_text(double bytes) {
  if (bytes < 1024) return print("%.0f bytes", bytes);
  const char* const units[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  std::size_t unit = 0;
  for (bytes /= 1024; bytes >= 1000 && unit + 1 < std::size(units); ++unit) bytes /= 1024;
  return print(bytes < 10 ? "%.2f " : bytes < 100 ? "%.1f " : "%.0f ", bytes) + units[unit];
}

std::string in_quotes(std::string_view text) {
  return '"' + tanda::internal::literal_text(text) + '"';
}

std::string csv_field(std::string_view text) {
  // Many readers would trim spaces at either end.
  const bool plain = text.find_first_of(",;\t\"\r\n") == std::string_view::npos &&
                     (text.empty() || (text.front() != ' ' && text.back() != ' '));
  if (plain) return std::string(text);
  std::string out = "\"";
  for (const char c : text) {
    out += c;
    if (c == '"') out += '"';
  }
  return out + '"';
}

std::string join(const std::vector<std::string>& words, std::string_view separator) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) out += separator;
    out += words[i];
  }
  return out;
}

std::string counted(std::uint64_t n, const char* one, const char* many) {
  return std::to_string(n) + ' ' + (n == 1 ? one : many);
}

std::string shortened(const std::string& text, std::size_t most) {
  if (width(text) <= most) return text;
  std::size_t end = 0;
  for (std::size_t characters = 0; end < text.size(); ++end) {
    const bool starts = (static_cast<unsigned char>(text[end]) & 0xC0) != 0x80;
    if (starts && characters++ == most - 1) break;
  }
  return text.substr(0, end) + "…";
}

std::string head(const std::vector<std::string>& words, std::size_t most) {
  if (words.size() <= most) return join(words, " ");
  return join({words.begin(), words.begin() + static_cast<std::ptrdiff_t>(most)}, " ") + " … (" +
         std::to_string(words.size()) + ")";
}

std::string for_terminal(std::string text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = [&](std::size_t at) {
      return at < text.size() ? static_cast<unsigned char>(text[at]) : 0u;
    };
    if (byte(i) < 0x20 || byte(i) == 0x7f) text[i] = '?';
    if (byte(i) == 0xc2 && byte(i + 1) >= 0x80 && byte(i + 1) < 0xa0) text.replace(i, 2, "?");  // U+0080..9F
    // Line ends, and characters that change the direction of writing: U+200E, F, U+2028..E, U+2066..9.
    const bool turns =
        byte(i) == 0xe2 && ((byte(i + 1) == 0x80 && (byte(i + 2) == 0x8e || byte(i + 2) == 0x8f ||
                                                     (byte(i + 2) >= 0xa8 && byte(i + 2) <= 0xae))) ||
                            (byte(i + 1) == 0x81 && byte(i + 2) >= 0xa6 && byte(i + 2) <= 0xa9));
    if (turns) text.replace(i, 3, "?");
  }
  return text;
}

std::string columns(const std::vector<std::vector<std::string>>& cells, std::size_t indent) {
  std::vector<std::vector<std::string>> rows = cells;
  for (auto& row : rows) std::transform(row.begin(), row.end(), row.begin(), for_terminal);
  std::vector<std::size_t> widths;
  for (const auto& row : rows)
    for (std::size_t i = 0; i + 1 < row.size(); ++i) {
      if (i == widths.size()) widths.push_back(0);
      widths[i] = std::max(widths[i], width(row[i]));
    }
  std::string out;
  for (const auto& row : rows) {
    std::string line(indent, ' ');
    std::size_t start = indent;
    for (std::size_t i = 0; i + 1 < row.size(); ++i) {
      line += row[i] + std::string(widths[i] - width(row[i]) + 2, ' ');
      start += widths[i] + 2;
    }
    if (!row.empty()) line += wrapped(row.back(), line_width > start + 30 ? line_width - start : 30, start);
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  }
  return out;
}

}  // namespace cli
