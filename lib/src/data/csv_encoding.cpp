#include "csv_encoding.hpp"

namespace tanda::internal::csv {
namespace {

unsigned code_unit(char c) {
  return static_cast<unsigned char>(c);
}

void put_utf8(unsigned code, std::string& out) {
  if (code < 0x80) {
    out += char(code);
    return;
  }
  if (code < 0x800) {
    out += char(0xC0 | (code >> 6));
  } else {
    if (code < 0x10000) {
      out += char(0xE0 | (code >> 12));
    } else {
      out += char(0xF0 | (code >> 18));
      out += char(0x80 | ((code >> 12) & 0x3F));
    }
    out += char(0x80 | ((code >> 6) & 0x3F));
  }
  out += char(0x80 | (code & 0x3F));
}

/// The characters 0x80 to 0x9F of Windows-1252; for undefined ones, the control characters of Latin-1.
constexpr unsigned windows_1252[32] = {0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                       0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,   0x017D, 0x8F,
                                       0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                       0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};

}  // namespace

std::size_t utf8_length(std::string_view text) {
  const unsigned first = code_unit(text[0]);
  const std::size_t length = first < 0x80   ? 1
                             : first < 0xC2 ? 0
                             : first < 0xE0 ? 2
                             : first < 0xF0 ? 3
                             : first < 0xF5 ? 4
                                            : 0;
  if (length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((code_unit(text[i]) & 0xC0) != 0x80) return 0;
  // Rejects overlong forms, surrogates and values beyond U+10FFFF.
  if (length >= 3) {
    const unsigned second = code_unit(text[1]);
    if ((first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F)) return 0;
    if ((first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F)) return 0;
  }
  return length;
}

bool is_utf8(std::string_view text) {
  for (std::size_t i = 0, length = 0; i < text.size(); i += length) {
    length = utf8_length(text.substr(i));
    if (length == 0) return false;
  }
  return true;
}

std::string to_utf8(std::string_view text) {
  if (is_utf8(text)) return std::string(text);
  std::string out;
  for (const char c : text) {
    const unsigned code = code_unit(c);
    put_utf8(code >= 0x80 && code < 0xA0 ? windows_1252[code - 0x80] : code, out);
  }
  return out;
}

Utf16::Order Utf16::recognise(std::string_view head) {
  const std::string_view mark = head.substr(0, 2);
  if (mark == "\xFF\xFE") return Order::little;
  if (mark == "\xFE\xFF") return Order::big;
  std::size_t zeros[2] = {0, 0};
  for (std::size_t i = 0; i < head.size(); ++i) zeros[i % 2] += head[i] == '\0';
  // A few zeros in the other bytes are allowed: they belong to letters such as U+0100.
  const auto mostly = [&](int which) {
    return 4 * zeros[which] >= head.size() && 10 * zeros[1 - which] <= zeros[which];
  };
  if (head.size() < 4) return Order::none;
  return mostly(1) ? Order::little : mostly(0) ? Order::big : Order::none;
}

void Utf16::feed(std::string_view piece, std::string& out) {
  for (const char c : piece) {
    odd_ = !odd_;
    if (odd_)
      first_ = code_unit(c);
    else
      take(order_ == Order::little ? first_ | (code_unit(c) << 8) : (first_ << 8) | code_unit(c), out);
  }
}

void Utf16::take(unsigned unit, std::string& out) {
  constexpr unsigned unknown = 0xFFFD;
  const bool low = unit >= 0xDC00 && unit < 0xE000;
  if (high_ != 0) {
    put_utf8(low ? 0x10000 + ((high_ - 0xD800) << 10) + (unit - 0xDC00) : unknown, out);
    high_ = 0;
    if (low) return;
  }
  if (unit >= 0xD800 && unit < 0xDC00)
    high_ = unit;
  else
    put_utf8(low ? unknown : unit, out);
}

}  // namespace tanda::internal::csv
