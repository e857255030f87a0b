#include "base/json.hpp"

#include <charconv>
#include <cmath>

#include "base/decimal.hpp"
#include "base/utf8.hpp"

namespace tanda::internal {

Json::Json(const Json& other)
    : value_(std::visit(
          [](const auto& value) {
            auto copy = value;  // if this throws, the variant has not been constructed yet
            return Value(std::move(copy));
          },
          other.value_)) {}

Json::Json() = default;
Json::Json(Json&&) noexcept = default;
Json::~Json() = default;
Json& Json::operator=(Json other) noexcept {
  value_.swap(other.value_);
  return *this;
}

Json::Json(Value value) : value_(std::move(value)) {}
Json::Json(const char* text) : value_(std::string(text)) {}
Json::Json(std::string text) : value_(std::move(text)) {}
Json::Json(std::string_view text) : value_(std::string(text)) {}

Json Json::of_bool(bool value) {
  return Json(Value(value));
}
Json Json::of_number(double value) {
  return Json(Value(value));
}
Json Json::object() {
  return object({});
}
Json Json::object(std::vector<Member> members) {
  return Json(Value(std::move(members)));
}
Json Json::array() {
  return array(std::vector<Json>());
}
Json Json::array(std::vector<Json> items) {
  return Json(Value(std::move(items)));
}

Json& Json::set(std::string_view key, Json value) & {
  if (!is_object()) value_ = std::vector<Member>();
  auto& members = *std::get_if<std::vector<Member>>(&value_);
  for (Member& member : members) {
    if (member.key != key) continue;
    member.value = std::move(value);
    return *this;
  }
  members.push_back({std::string(key), std::move(value)});
  return *this;
}

Json&& Json::set(std::string_view key, Json value) && {
  return std::move(set(key, std::move(value)));
}

Json& Json::push(Json value) & {
  if (!is_array()) value_ = std::vector<Json>();
  std::get_if<std::vector<Json>>(&value_)->push_back(std::move(value));
  return *this;
}

Json&& Json::push(Json value) && {
  return std::move(push(std::move(value)));
}

bool Json::bool_or(bool fallback) const {
  const bool* value = std::get_if<bool>(&value_);
  return value ? *value : fallback;
}

double Json::number_or(double fallback) const {
  const double* value = std::get_if<double>(&value_);
  return value ? *value : fallback;
}

std::string Json::text_or(std::string_view fallback) const {
  const std::string* value = std::get_if<std::string>(&value_);
  return value ? *value : std::string(fallback);
}

const Json* Json::find(std::string_view key) const {
  const std::vector<Member>& all = members();
  for (std::size_t i = all.size(); i-- > 0;)
    if (all[i].key == key) return &all[i].value;
  return nullptr;
}

bool Json::bool_or(std::string_view key, bool fallback) const {
  const Json* value = find(key);
  return value ? value->bool_or(fallback) : fallback;
}

double Json::number_or(std::string_view key, double fallback) const {
  const Json* value = find(key);
  return value ? value->number_or(fallback) : fallback;
}

std::string Json::text_or(std::string_view key, std::string_view fallback) const {
  const Json* value = find(key);
  return value ? value->text_or(fallback) : std::string(fallback);
}

const std::vector<Json>& Json::items() const {
  static const std::vector<Json> none;
  const auto* items = std::get_if<std::vector<Json>>(&value_);
  return items ? *items : none;
}

const std::vector<Json::Member>& Json::members() const {
  static const std::vector<Member> none;
  const auto* members = std::get_if<std::vector<Member>>(&value_);
  return members ? *members : none;
}

std::string whole_text(std::uint64_t value) {
  char digits[20];
  const std::to_chars_result end = std::to_chars(digits, digits + sizeof digits, value);
  return std::string(digits, end.ptr);
}

Json whole_json(std::uint64_t value) {
  return value <= std::uint64_t{1} << 53 ? Json(double(value)) : Json(whole_text(value));
}

std::uint64_t whole_or(const Json* json, std::uint64_t fallback) {
  if (!json) return fallback;
  if (json->is_text()) {
    const std::string text = json->text_or("");
    std::uint64_t value = 0;
    const std::from_chars_result read = std::from_chars(text.data(), text.data() + text.size(), value);
    return read.ec == std::errc() && read.ptr == text.data() + text.size() ? value : fallback;
  }
  const double value = json->number_or(-1);
  return value >= 0 && value <= 0x1p53 && value == std::floor(value) ? std::uint64_t(value) : fallback;
}

std::string number_text(double value) {
  const bool whole = value == std::floor(value) && std::fabs(value) <= 0x1p53;
  return whole ? decimal_text(value, 17) : shortest_text(value, 15);
}

namespace {

void write_text(std::string& out, std::string_view text) {
  out += '"';
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = utf8_length(text, i);
    const char c = text[i];
    if (length == 0) {
      out += "\xEF\xBF\xBD";
    } else if (c == '"' || c == '\\') {
      (out += '\\') += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\r') {
      out += "\\r";
    } else if (c == '\t') {
      out += "\\t";
    } else if (length == 1 && c < 0x20) {
      out += "\\u00";
      out += {"01"[c >> 4], "0123456789abcdef"[c & 15]};
    } else {
      out += text.substr(i, length);
    }
    i += length ? length : 1;
  }
  out += '"';
}

void new_line(std::string& out, int indent, int level) {
  if (indent <= 0) return;
  out += '\n';
  out.append(static_cast<std::size_t>(indent) * static_cast<std::size_t>(level), ' ');
}

}  // namespace

void Json::write(std::string& out, int indent, int level) const {
  if (const double* number = std::get_if<double>(&value_)) {
    out += std::isfinite(*number) ? number_text(*number) : "null";
  } else if (const std::string* text = std::get_if<std::string>(&value_)) {
    write_text(out, *text);
  } else if (is_bool()) {
    out += bool_or(false) ? "true" : "false";
  } else if (is_array()) {
    bool plain = true;
    for (const Json& item : items()) plain = plain && !item.is_array() && !item.is_object();
    const char* comma = plain && indent > 0 ? ", " : ",";
    out += '[';
    for (std::size_t i = 0; i < items().size(); ++i) {
      if (i > 0) out += comma;
      if (!plain) new_line(out, indent, level + 1);
      items()[i].write(out, indent, level + 1);
    }
    if (!plain) new_line(out, indent, level);
    out += ']';
  } else if (is_object()) {
    out += '{';
    for (std::size_t i = 0; i < members().size(); ++i) {
      if (i > 0) out += ',';
      new_line(out, indent, level + 1);
      write_text(out, members()[i].key);
      out += indent > 0 ? ": " : ":";
      members()[i].value.write(out, indent, level + 1);
    }
    if (!members().empty()) new_line(out, indent, level);
    out += '}';
  } else {
    out += "null";
  }
}

std::string Json::dump(int indent) const {
  std::string out;
  write(out, indent, 0);
  return out;
}

}  // namespace tanda::internal
