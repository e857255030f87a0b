#include "csv_text.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "csv_encoding.hpp"

namespace tanda::internal::csv {
namespace {

unsigned byte(char c) {
  return static_cast<unsigned char>(c);
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_control(char c) {
  return (byte(c) < 0x20 && c != '\t' && c != '\n' && c != '\r') || byte(c) == 0x7F;
}

}  // namespace

std::string readable(std::string_view text) {
  constexpr std::size_t most = 40;
  const std::string whole = to_utf8(text.substr(0, 8 * most));
  std::string out;
  std::size_t characters = 0, i = 0;
  for (; i < whole.size() && characters < most; ++characters) {
    const std::size_t length = utf8_length(std::string_view(whole).substr(i));
    const bool control = length == 1 ? is_control(whole[i]) || whole[i] < ' '
                                     : byte(whole[i]) == 0xC2 && byte(whole[i + 1]) < 0xA0;  // U+0080 to 9F
    if (control)
      out += '.';
    else
      out.append(whole, i, length);
    i += length;
  }
  if (i < whole.size()) out += "...";
  return out;
}

std::string shown(std::string_view text) {
  return '"' + literal_text(readable(text)) + '"';
}

std::string counted(long long n, const char* what) {
  return joined({n, " ", what, (n == 1 ? "" : "s")});
}

Status check_is_text(std::string_view head) {
  if (head.substr(0, 2) == "\x1F\x8B")
    return {Code::bad_text, "this is gzip-compressed", "decompress it first, or name it .gz"};
  if (head.substr(0, 4) == "PK\x03\x04")
    return {Code::bad_text, "this is a zip archive or a spreadsheet", "save the sheet as CSV"};
  std::size_t controls = 0;
  for (const char c : head) {
    controls += is_control(c);
    // Real text has one or two stray control characters at most.
    if (c == '\0' || controls > 2)
      return {Code::bad_text, "this is binary data, not CSV text",
              "give comma, semicolon, tab or pipe separated text; iconv -t UTF-8 converts other encodings"};
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
    } else if (c == '\t' || c == ';' || c == ',' || c == '|') {
      ++(c == '\t' ? tabs_ : c == ';' ? semicolons_ : c == '|' ? pipes_ : commas_);
      commas_in_field_ = c == ',' ? commas_in_field_ + 1 : 0;
      crowded_ |= commas_in_field_ > 1;
      blank_ &= c == '\t';
      field_start_ = true;
      run_ = 0;
      continue;
    } else if (c != ' ') {
      blank_ = field_start_ = false;
    }
    // The field is too long: the splitter will report it.
    if (++run_ > longest_field + 1) return true;
  }
  return false;
}

char FirstLine::separator(bool comma_is_decimal) const {
  // A field may have one decimal comma; such commas are not counted as separators.
  const std::size_t commas = comma_is_decimal ? 0 : crowded_ ? commas_ : commas_ - decimal_commas_;
  if (tabs_ > commas && tabs_ >= semicolons_ && tabs_ >= pipes_) return '\t';
  if (semicolons_ > commas && semicolons_ >= pipes_) return ';';
  if (pipes_ > commas) return '|';
  return comma_is_decimal ? ';' : ',';
}

std::size_t FirstLine::most_fields() const {
  return std::max(std::max(tabs_, semicolons_), std::max(commas_, pipes_)) + 1;
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

}  // namespace tanda::internal::csv
