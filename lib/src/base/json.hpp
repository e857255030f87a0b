// A JSON value: built by chained calls, parsed from untrusted text, written so that every number reads back
// exactly.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "tanda/status.hpp"

namespace tanda::internal {

/// Null, bool, number, text, array, or object that keeps the order of insertion.
///   Json::object().set("method", "lda").set("values", Json::array(vector)).dump()
class Json {
 public:
  struct Member;

  // Defined in json.cpp: inlined into every place that builds a value they would take much code.
  Json();
  /// Written by hand: when copying a variant runs out of memory, libstdc++ 12 destroys the value that was
  /// never constructed.
  Json(const Json& other);
  Json(Json&&) noexcept;
  Json& operator=(Json other) noexcept;
  ~Json();
  /// Any arithmetic type. A template, so that a pointer does not convert to bool.
  template <class T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
  Json(T value)
      : Json(std::is_same_v<T, bool> ? of_bool(value != T(0)) : of_number(static_cast<double>(value))) {}
  Json(const char* text);
  Json(std::string text);
  Json(std::string_view text);
  template <class T>
  Json(const std::vector<T>& values) : Json(array(values)) {}

  static Json object();
  static Json object(std::vector<Member> members);
  static Json array();
  static Json array(std::vector<Json> items);
  /// From anything with begin() and end(): a vector, an Eigen vector.
  template <class Sequence>
  static Json array(const Sequence& values);

  /// Sets a member of an object; anything else becomes an object first.
  Json& set(std::string_view key, Json value) &;
  Json&& set(std::string_view key, Json value) &&;
  /// Adds to an array; anything else becomes an array first.
  Json& push(Json value) &;
  Json&& push(Json value) &&;

  bool is_null() const { return std::holds_alternative<std::monostate>(value_); }
  bool is_bool() const { return std::holds_alternative<bool>(value_); }
  bool is_number() const { return std::holds_alternative<double>(value_); }
  bool is_text() const { return std::holds_alternative<std::string>(value_); }
  bool is_array() const { return std::holds_alternative<std::vector<Json>>(value_); }
  bool is_object() const { return std::holds_alternative<std::vector<Member>>(value_); }

  /// This value, or the fallback when it is of another type.
  bool bool_or(bool fallback) const;
  double number_or(double fallback) const;
  std::string text_or(std::string_view fallback) const;
  /// The member of that name (the last one if it occurs several times). Null if there is none, or if this is
  /// no object.
  const Json* find(std::string_view key) const;
  bool bool_or(std::string_view key, bool fallback) const;
  double number_or(std::string_view key, double fallback) const;
  std::string text_or(std::string_view key, std::string_view fallback) const;
  /// Empty for anything but an array (items) or an object (members).
  const std::vector<Json>& items() const;
  const std::vector<Member>& members() const;

  /// Strict RFC 8259, UTF-8 only, nested at most 64 deep. The message names line and column.
  static Result<Json> parse(std::string_view text);
  /// Compact; with an indent, one line per member, and arrays of plain values on one line. Always valid JSON:
  /// NaN and infinities become null, bytes that are not UTF-8 become U+FFFD.
  std::string dump(int indent = 0) const;

 private:
  using Value =
      std::variant<std::monostate, bool, double, std::string, std::vector<Json>, std::vector<Member>>;
  static Json of_bool(bool value);
  static Json of_number(double value);
  explicit Json(Value value);
  void write(std::string& out, int indent, int level) const;

  Value value_;
};

struct Json::Member {
  std::string key;
  Json value;
};

template <class Sequence>
Json Json::array(const Sequence& values) {
  std::vector<Json> items;
  items.reserve(static_cast<std::size_t>(values.size()));
  for (const auto& value : values) {
    if constexpr (std::is_same_v<Sequence, std::vector<bool>>) {  // its elements are proxies, not bool
      items.emplace_back(static_cast<bool>(value));
    } else {
      items.emplace_back(value);
    }
  }
  return array(std::move(items));
}

/// Exact also above 2^53, where a double is not: written as text there.
Json whole_json(std::uint64_t value);
/// The number from either form; `fallback` for anything else.
std::uint64_t whole_or(const Json* json, std::uint64_t fallback);
std::string whole_text(std::uint64_t value);

/// Whole numbers with all digits, others with the fewest digits (at least 15) that read back to the same
/// double.
std::string number_text(double value);

}  // namespace tanda::internal
