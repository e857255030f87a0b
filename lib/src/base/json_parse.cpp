// Parsing JSON: recursive descent with a depth limit; never reads past the text and accepts nothing
// unchecked.
#include <cmath>

#include "base/decimal.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"

namespace tanda::internal {
namespace {

constexpr int max_depth = 64;

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Result<Json> document() {
    Json value;
    if (!parse_value(value, 0) || !at_end()) return error();
    return value;
  }

 private:
  bool parse_value(Json& out, int depth);
  bool parse_array(Json& out, int depth);
  bool parse_object(Json& out, int depth);
  bool parse_number(Json& out);
  bool parse_text(std::string& out);
  bool parse_escape(std::string& out);
  bool parse_hex(std::uint32_t& unit);

  bool at_end() {
    skip_space();
    return at_ == text_.size() || fail("there is more text after the value");
  }
  bool fail(const char* what) {
    what_ = what;
    return false;
  }
  Status error() const;

  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool digit() const { return peek() >= '0' && peek() <= '9'; }
  bool take(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  bool take(std::string_view word) {
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }
  void skip_space() {
    while (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r') ++at_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  const char* what_ = "";
};

Status Parser::error() const {
  std::size_t line = 1, column = 1;
  for (std::size_t i = 0; i < at_; ++i) {
    column = text_[i] == '\n' ? 1 : column + 1;
    line += text_[i] == '\n';
  }
  return {Code::bad_text, joined({"JSON, line ", line, ", column ", column, ": ", what_}),
          "correct the JSON text"};
}

bool Parser::parse_value(Json& out, int depth) {
  skip_space();
  if (depth > max_depth) return fail("nested too deeply");
  if (at_ >= text_.size()) return fail("the text ends where a value should be");
  switch (peek()) {
    case '{':
      return parse_object(out, depth);
    case '[':
      return parse_array(out, depth);
    case '"': {
      std::string text;
      if (!parse_text(text)) return false;
      out = Json(std::move(text));
      return true;
    }
    case 't':
      out = Json(true);
      return take("true") || fail("unknown word");
    case 'f':
      out = Json(false);
      return take("false") || fail("unknown word");
    case 'n':
      out = Json();
      return take("null") || fail("unknown word");
    default:
      return parse_number(out);
  }
}

bool Parser::parse_array(Json& out, int depth) {
  ++at_;
  std::vector<Json> items;
  skip_space();
  if (!take(']')) {
    do {
      if (!parse_value(items.emplace_back(), depth + 1)) return false;
      skip_space();
    } while (take(','));
    if (!take(']')) return fail("a comma or ] is missing");
  }
  out = Json::array(std::move(items));
  return true;
}

bool Parser::parse_object(Json& out, int depth) {
  ++at_;
  std::vector<Json::Member> members;
  skip_space();
  if (!take('}')) {
    do {
      skip_space();
      if (peek() != '"') return fail("a name in quotes is missing");
      Json::Member& member = members.emplace_back();
      if (!parse_text(member.key)) return false;
      skip_space();
      if (!take(':')) return fail("a colon is missing");
      if (!parse_value(member.value, depth + 1)) return false;
      skip_space();
    } while (take(','));
    if (!take('}')) return fail("a comma or } is missing");
  }
  out = Json::object(std::move(members));
  return true;
}

bool Parser::parse_number(Json& out) {
  const std::size_t start = at_;
  const auto digits = [&] {
    if (!digit()) return fail("this is not a JSON value");
    while (digit()) ++at_;
    return true;
  };
  take('-');
  if (take('0')) {
    if (digit()) return fail("a number begins with a useless 0");
  } else if (!digits()) {
    return false;
  }
  if (take('.') && !digits()) return false;
  if (take('e') || take('E')) {
    if (!take('+')) take('-');
    if (!digits()) return false;
  }
  std::string_view number = text_.substr(start, at_ - start);
  double value = 0;
  if (!read_decimal(number, value) || !std::isfinite(value)) return fail("the number is too large");
  out = Json(value);
  return true;
}

bool Parser::parse_text(std::string& out) {
  ++at_;
  while (at_ < text_.size()) {
    if (take('"')) return true;
    if (take('\\')) {
      if (!parse_escape(out)) return false;
      continue;
    }
    const std::size_t length = utf8_length(text_, at_);
    if (length == 0) return fail("this is not UTF-8");
    if (static_cast<unsigned char>(peek()) < 0x20) return fail("a control character must be escaped");
    out += text_.substr(at_, length);
    at_ += length;
  }
  return fail("the text ends inside quotes");
}

bool Parser::parse_escape(std::string& out) {
  constexpr std::string_view names = "\"\\/bfnrt", values = "\"\\/\b\f\n\r\t";
  const std::size_t which = at_ < text_.size() ? names.find(text_[at_]) : std::string_view::npos;
  if (which != std::string_view::npos) {
    out += values[which];
    ++at_;
    return true;
  }
  std::uint32_t point = 0;
  if (!take('u')) return fail("unknown escape");
  if (!parse_hex(point)) return false;
  if (point >= 0xDC00 && point < 0xE000) return fail("half a surrogate pair");
  if (point >= 0xD800 && point < 0xDC00) {
    std::uint32_t low = 0;
    if (!take("\\u")) return fail("half a surrogate pair");
    if (!parse_hex(low)) return false;
    if (low < 0xDC00 || low >= 0xE000) return fail("half a surrogate pair");
    point = 0x10000 + ((point - 0xD800) << 10) + (low - 0xDC00);
  }
  utf8_append(out, point);
  return true;
}

bool Parser::parse_hex(std::uint32_t& unit) {
  for (int i = 0; i < 4; ++i) {
    const char c = peek();
    const int value = c >= '0' && c <= '9'   ? c - '0'
                      : c >= 'a' && c <= 'f' ? c - 'a' + 10
                      : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                             : -1;
    if (value < 0) return fail("four hexadecimal digits are missing");
    unit = unit * 16 + static_cast<std::uint32_t>(value);
    ++at_;
  }
  return true;
}

}  // namespace

Result<Json> Json::parse(std::string_view text) {
  return Parser(text).document();
}

}  // namespace tanda::internal
