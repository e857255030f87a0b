#include "data/npy_array.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/decimal.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"

namespace tanda::internal::csv {
namespace {

/// Little-endian bytes as an unsigned integer.
std::uint64_t bits_of(const char* bytes, std::size_t size) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < size; ++i)
    bits |= std::uint64_t(static_cast<unsigned char>(bytes[i])) << (8 * i);
  return bits;
}

/// The text that follows a key of the header, without leading blanks.
std::string_view entry(std::string_view header, std::string_view key) {
  const std::size_t at = header.find(key);
  if (at == std::string_view::npos) return {};
  header.remove_prefix(at + key.size());
  while (!header.empty() && header[0] == ' ') header.remove_prefix(1);
  return header;
}

/// Removes the leading digits; false if there are none, or too many for the size of an array.
bool take_number(std::string_view& text, std::uint64_t& number) {
  std::size_t digits = 0;
  for (number = 0; digits < text.size() && text[digits] >= '0' && text[digits] <= '9' && digits < 11;
       ++digits)
    number = 10 * number + std::uint64_t(text[digits] - '0');
  text.remove_prefix(digits);
  return digits > 0 && digits < 11;
}

/// Reads a type: "'<f8'", "'|b1'", "'<U12'".
std::string read_type(std::string_view text, NpyHeader& header) {
  if (!text.empty() && text[0] == '[') return "holds records of named fields, not plain numbers";
  const std::size_t end = text.size() < 2 ? 0 : text.find('\'', 1);
  const std::string_view name =
      end != std::string_view::npos && end > 1 ? text.substr(1, end - 1) : std::string_view();
  const std::string shown = joined({"holds values of the type '", name.substr(0, 40), "'"});
  if (name.size() >= 3 && name[0] == '>') return joined({shown, ", whose bytes are in big-endian order"});
  std::string_view digits = name.size() < 3 ? std::string_view() : name.substr(2);
  std::uint64_t size = 0;
  if (!take_number(digits, size) || !digits.empty() || size == 0)
    return joined({shown, ", which are not read"});
  header.kind = name[1];
  header.item = std::size_t(size) * (header.kind == 'U' ? 4 : 1);
  constexpr std::string_view numbers[] = {"f8", "f4", "i8", "i4", "i2", "i1", "u4", "u2", "u1", "b1"};
  bool known = header.text() && size < 1 << 20;
  for (const std::string_view number : numbers) known = known || name.substr(1) == number;
  return known ? "" : joined({shown, ", which are not read"});
}

/// Reads a shape: "(150, 4)", "(150,)", "()".
bool read_shape(std::string_view text, NpyHeader& header) {
  if (text.empty() || text[0] != '(') return false;
  text.remove_prefix(1);
  for (header.dims = 0; !text.empty() && text[0] != ')'; ++header.dims) {
    std::uint64_t size = 0;
    if (!take_number(text, size)) return false;
    if (header.dims == 0) header.rows = size;
    if (header.dims == 1) header.columns = size;
    while (!text.empty() && (text[0] == ' ' || text[0] == ',')) text.remove_prefix(1);
  }
  return !text.empty();
}

void append_quoted(std::string_view text, std::string& csv) {
  csv += '"';
  for (const char c : text) csv.append(c == '"' ? 2 : 1, c);
  csv += '"';
}

void append_text(const NpyHeader& header, const char* bytes, std::string& csv) {
  std::string text;
  if (header.kind == 'U') {
    for (std::size_t i = 0; i < header.item; i += 4) {
      const std::uint64_t point = bits_of(bytes + i, 4);
      if (point == 0) break;
      utf8_append(text,
                  point > 0x10ffff || (point >= 0xd800 && point < 0xe000) ? 0xfffd : std::uint32_t(point));
    }
  } else {
    text.assign(bytes, std::find(bytes, bytes + header.item, '\0'));
  }
  append_quoted(text, csv);
}

}  // namespace

NpyAnswer read_npy_header(std::string_view bytes, NpyHeader& header) {
  if (bytes.substr(0, npy_magic.size()) != npy_magic.substr(0, bytes.size()))
    return {false, "does not begin like one"};
  if (bytes.size() < 12) return {true};
  const int version = bytes[6];
  const std::size_t begin = version == 1 ? 10 : 12;
  const std::size_t length = std::size_t(bits_of(bytes.data() + 8, version == 1 ? 2 : 4));
  if (version < 1 || version > 3 || length > 65536) return {false, "has a header of an unknown kind"};
  header.size = begin + length;
  if (bytes.size() < header.size) return {true};
  const std::string_view text = bytes.substr(begin, length);
  if (std::string wrong = read_type(entry(text, "'descr':"), header); !wrong.empty()) return {false, wrong};
  header.by_columns = entry(text, "'fortran_order':").substr(0, 5) != "False";
  if (!read_shape(entry(text, "'shape':"), header)) return {false, "has a shape that cannot be read"};
  return {};
}

void append_npy_value(const NpyHeader& header, const char* bytes, std::string& csv) {
  if (header.text()) return append_text(header, bytes, csv);
  const std::uint64_t bits = bits_of(bytes, header.item);
  if (header.kind != 'f') {
    const int unused = 64 - 8 * int(header.item);
    const bool has_sign = header.kind == 'i';
    csv += std::to_string(has_sign ? std::int64_t(bits << unused) >> unused : std::int64_t(bits));
    return;
  }
  double value = 0;
  float single = 0;
  const std::uint32_t word = std::uint32_t(bits);
  if (header.item == 8) {
    std::memcpy(&value, &bits, 8);
  } else {
    std::memcpy(&single, &word, 4);
    value = double(single);
  }
  if (std::isnan(value)) {
    csv += "nan";
  } else if (std::isinf(value)) {
    csv += value > 0 ? "inf" : "-inf";
  } else if (value == std::floor(value) && std::abs(value) < 1e15) {
    csv += std::to_string(std::int64_t(value));  // no point: may be class names
  } else {
    csv += header.item == 8 ? shortest_text(value, 1) : shortest_text(single, 1);
  }
}

}  // namespace tanda::internal::csv
