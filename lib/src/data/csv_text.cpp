#include "csv_text.hpp"
#include "tanda/core/text.hpp"

namespace tanda::csv {
namespace {

unsigned byte(char c) {
  return static_cast<unsigned char>(c);
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Length of the UTF-8 character at the front, 0 when it is none.
std::size_t utf8_length(std::string_view text) {
  const unsigned first = byte(text[0]);
  const std::size_t length = first < 0x80   ? 1
                             : first < 0xC2 ? 0
                             : first < 0xE0 ? 2
                             : first < 0xF0 ? 3
                             : first < 0xF5 ? 4
                                            : 0;
  if (length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(text[i]) & 0xC0) != 0x80) return 0;
  // Overlong forms, surrogates and what lies beyond U+10FFFF.
  if (length >= 3) {
    const unsigned second = byte(text[1]);
    if ((first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F)) return 0;
    if ((first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F)) return 0;
  }
  return length;
}

bool is_control(char c) {
  return (byte(c) < 0x20 && c != '\t' && c != '\n' && c != '\r') || byte(c) == 0x7F;
}

}  // namespace

std::string shown(std::string_view text) {
  constexpr std::size_t most = 40;
  const std::string whole = to_utf8(text.substr(0, 8 * most));
  std::string out = "\"";
  std::size_t characters = 0, i = 0;
  for (; i < whole.size() && characters < most; ++characters) {
    const std::size_t length = utf8_length(std::string_view(whole).substr(i));
    if (length == 1 && (is_control(whole[i]) || whole[i] < ' '))
      out += '.';
    else
      out.append(whole, i, length);
    i += length;
  }
  if (i < whole.size()) out += "...";
  return out += '"';
}

std::string counted(long long n, const char* what) {
  return joined({n, " ", what, (n == 1 ? "" : "s")});
}

std::string to_utf8(std::string_view text) {
  bool valid = true;
  for (std::size_t i = 0, length = 0; i < text.size() && valid; i += length) {
    length = utf8_length(text.substr(i));
    valid = length > 0;
  }
  if (valid) return std::string(text);
  std::string out;
  for (const char c : text) {
    if (byte(c) < 0x80) {
      out += c;
    } else {
      out += char(0xC0 | (byte(c) >> 6));
      out += char(0x80 | (byte(c) & 0x3F));
    }
  }
  return out;
}

Status check_is_text(std::string_view head) {
  if (head.substr(0, 2) == "\xFF\xFE" || head.substr(0, 2) == "\xFE\xFF")
    return {Code::bad_text, "this is UTF-16 text", "save it as UTF-8"};
  if (head.substr(0, 2) == "\x1F\x8B")
    return {Code::bad_text, "this is gzip-compressed", "decompress it first, or name it .gz"};
  if (head.substr(0, 4) == "PK\x03\x04")
    return {Code::bad_text, "this is a zip archive or a spreadsheet", "save the sheet as CSV"};
  std::size_t controls = 0;
  for (const char c : head) {
    controls += is_control(c);
    // Real text holds a stray one at most.
    if (c == '\0' || controls > 2) return {Code::bad_text, "this is binary data, not CSV text"};
  }
  return {};
}

bool FirstLine::scan(std::string_view piece) {
  for (const char c : piece) {
    decimal_commas_ += !quoted_ && is_digit(c) && before_ == ',' && is_digit(before_that_);
    before_that_ = before_;
    before_ = quoted_ ? '"' : c;
    const bool reopens = c == '"' && just_closed_;
    just_closed_ = false;
    if (quoted_) {
      just_closed_ = c == '"';
      quoted_ = !just_closed_;
    } else if (c == '"' && (field_start_ || reopens)) {
      quoted_ = true;
      blank_ = field_start_ = false;
    } else if (c == '\n' || c == '\r') {
      if (!blank_) return true;
      tabs_ = 0;
    } else if (c == '\t' || c == ';' || c == ',') {
      ++(c == '\t' ? tabs_ : c == ';' ? semicolons_ : commas_);
      commas_in_field_ = c == ',' ? commas_in_field_ + 1 : 0;
      crowded_ |= commas_in_field_ > 1;
      blank_ &= c == '\t';
      field_start_ = true;
      run_ = 0;
      continue;
    } else if (c != ' ') {
      blank_ = field_start_ = false;
    }
    // The splitter will have to say something about such a field.
    if (++run_ > longest_field + 1) return true;
  }
  return false;
}

char FirstLine::separator() const {
  // Fields may hold one decimal comma each; such commas do not count against tabs and semicolons.
  const auto beats_commas = [this](std::size_t count) {
    return count > (crowded_ ? commas_ : commas_ - decimal_commas_);
  };
  if (beats_commas(tabs_) && tabs_ >= semicolons_) return '\t';
  return beats_commas(semicolons_) ? ';' : ',';
}

void Splitter::take_quoted(char c) {
  if (c == '"') {
    in_ = In::quote_seen;
    return;
  }
  field_ += c;
  if (c == '\n' || c == '\r') ++line_;
  after_cr_ = c == '\r';
}

std::string Splitter::too_long() const {
  std::string what = joined({"the field is longer than ", longest_field, " characters"});
  if (in_ == In::quoted) append(what, {"; the quote opened in line ", quote_line_, " may lack its end"});
  return what;
}

}  // namespace tanda::csv
