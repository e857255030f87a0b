#include "base/spelling.hpp"

#include <algorithm>

namespace tanda::internal {

namespace {

/// Where a message tells the user to look something up: {methods()}, {methods(lda)}, {inspect(MODEL)},
/// {help()}. '*' stands for the argument.
struct Place {
  std::string_view name;
  std::string_view spelled[spelling_count];
};
constexpr Place places[] = {
    {"methods", {"tanda_methods", "`tanda methods*`", "tanda::methods()", "`methods()`", "`methods()`"}},
    {"inspect", {"tanda_feature_name", "`tanda inspect*`", "Model::features()", "`model.info`", "`model`"}},
    {"help", {"tanda.h", "--help", "tanda/tanda.hpp", "the types of this function's options", "`help()`"}},
};

/// Members of the C++ structs whose names differ from those of the options, or whose values are neither text
/// nor number.
struct Member {
  std::string_view option, name, type;
};
constexpr Member members[] = {
    {"missing", "missing", "Missing::"},
    {"scale", "scale", "Scale::"},
    {"drop", "drop", "{}"},
    {"keep", "keep", "{}"},
    {"sep", "separator", ""},
    {"partition", "patches", ""},
};

Member member_of(std::string_view option) {
  for (const Member& member : members)
    if (member.option == option) return member;
  return {option, option, ""};
}

class SpellingWriter {
 public:
  SpellingWriter(Spelling spelling, char* to, std::size_t room)
      : spelling_(spelling), to_(to), room_(room > 0 ? room - 1 : 0), has_room_(room > 0) {}

  void put(char c) {
    if (length_ < room_) to_[length_] = c;
    ++length_;
  }
  void put(std::string_view text) {
    for (const char c : text) put(c);
  }

  void option(std::string_view name) {
    const std::string_view quote = spelling_ == Spelling::program ? ""
                                   : spelling_ == Spelling::c     ? "\""
                                                                  : "`";
    put(spelling_ == Spelling::program ? "--" : quote);
    put_name(spelling_ == Spelling::cpp ? member_of(name).name : name);
    put(quote);
  }

  void option(std::string_view name, std::string_view value) {
    switch (spelling_) {
      case Spelling::c:
        put_name(name);
        put('=');
        return put_value(value);
      case Spelling::program:
        put("--");
        put_name(name);
        put(' ');
        return put_shell_word(value);
      case Spelling::cpp:
        put('`');
        put_member(name, value);
        return put('`');
      case Spelling::javascript:
        put('`');
        put_name(name);
        put(": ");
        put_javascript(value);
        return put('`');
      case Spelling::python:
        put('`');
        put_name(name);
        put('=');
        is_number(value) ? put_value(value) : put_quoted(value, '"');
        return put('`');
    }
  }

  /// Writes {name(argument)} in the spelling; false if there is no such place.
  bool place(std::string_view name, std::string_view argument) {
    for (const Place& place : places) {
      if (place.name != name) continue;
      for (const char c : place.spelled[static_cast<std::size_t>(spelling_)]) {
        if (c != '*') {
          put(c);
        } else if (!argument.empty()) {
          put(' ');
          put(argument);
        }
      }
      return true;
    }
    return false;
  }

  /// Terminates the text with a zero, never within a UTF-8 character; gives its full length.
  std::size_t finish() {
    std::size_t end = std::min(length_, room_);
    if (end < length_)
      while (end > 0 && (to_[end - 1] & 0xc0) == 0x80) --end;
    if (end < length_ && end > 0 && (to_[end - 1] & 0xc0) == 0xc0) --end;
    if (has_room_) to_[end] = '\0';
    return length_;
  }

 private:
  void put_member(std::string_view name, std::string_view value) {
    if (name == "scalar") return put(value);  // in C++ the type of the samples, not an option
    const Member member = member_of(name);
    put_name(name == "pca" ? "pca.energy" : member.name);
    put(" = ");
    if (member.type == "{}") {
      put('{');
      put_quoted(value, '"');
      put('}');
    } else if (!member.type.empty()) {
      put(member.type);
      put(value);
    } else if (name == "pca") {
      put(value);
    } else {
      put_quoted(value, member.name == "separator" || name == "decimal" ? '\'' : '"');
    }
  }

  void put_name(std::string_view name) {
    for (std::size_t i = 0; i < name.size(); ++i) {
      const bool dash = name[i] == '-' && i + 1 < name.size();
      if (dash && spelling_ == Spelling::javascript) {
        ++i;
        put(static_cast<char>(name[i] >= 'a' && name[i] <= 'z' ? name[i] - 'a' + 'A' : name[i]));
      } else {
        put(dash && (spelling_ == Spelling::python || spelling_ == Spelling::cpp) ? '_' : name[i]);
      }
    }
  }

  /// Writes the value literally; a backslash quotes the character after it.
  template <class Put>
  static void each(std::string_view value, Put put_one) {
    for (std::size_t i = 0; i < value.size(); ++i) {
      if (value[i] == '\\' && i + 1 < value.size()) ++i;
      put_one(value[i]);
    }
  }
  void put_value(std::string_view value) {
    each(value, [&](char c) { put(c); });
  }
  void put_quoted(std::string_view value, char quote) {
    put(quote);
    each(value, [&](char c) {
      if (c == quote || c == '\\') put('\\');
      put(c);
    });
    put(quote);
  }

  /// Quoted so that a shell reads it as one word.
  void put_shell_word(std::string_view value) {
    if (!value.empty() && value.find_first_of(" ;'\"$&|<>()\\*?!#~`\t") == std::string_view::npos)
      return put(value);
    if (value.find_first_of("\"$!`\\") == std::string_view::npos) {
      put('"');
      put(value);
      return put('"');
    }
    put('\'');
    each(value, [&](char c) { c == '\'' ? put("'\\''") : put(c); });
    put('\'');
  }

  /// A word and its count, "word:5", is an object in JavaScript: { kind: 'word', k: 5 }.
  void put_javascript(std::string_view value) {
    const std::size_t colon = value.find(':');
    if (colon != std::string_view::npos && colon > 0 && is_number(value.substr(colon + 1))) {
      put("{ kind: ");
      put_quoted(value.substr(0, colon), '\'');
      put(", k: ");
      put(value.substr(colon + 1));
      put(" }");
    } else {
      is_number(value) ? put_value(value) : put_quoted(value, '\'');
    }
  }

  static bool is_number(std::string_view value) {
    const auto digit = [](char c) { return c >= '0' && c <= '9'; };
    const std::size_t point = value.find('.');
    const std::string_view whole = value.substr(0, point);
    if (whole.empty() || !std::all_of(whole.begin(), whole.end(), digit)) return false;
    if (point == std::string_view::npos) return whole.size() == 1 || whole[0] != '0';
    const std::string_view rest = value.substr(point + 1);
    return !rest.empty() && std::all_of(rest.begin(), rest.end(), digit);
  }

  Spelling spelling_;
  char* to_;
  std::size_t room_, length_ = 0;
  bool has_room_;
};

/// The option's name at the beginning of a text.
std::string_view leading_name(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && ((text[end] >= 'a' && text[end] <= 'z') || (end > 0 && text[end] == '-')))
    ++end;
  return text.substr(0, end);
}

/// Writes the option that `text` begins with, such as "{label=a b} ...". Gives its length in `text`, 0 if
/// there is none.
std::size_t write_option(std::string_view text, SpellingWriter& out) {
  const std::string_view name = leading_name(text.substr(1));
  const std::size_t after = 1 + name.size();
  if (name.empty() || after >= text.size()) return 0;
  if (text[after] == '}') {
    out.option(name);
    return after + 1;
  }
  if (text[after] == '(') {
    const std::size_t end = text.find(")}", after);
    if (end == std::string_view::npos || !out.place(name, text.substr(after + 1, end - after - 1))) return 0;
    return end + 2;
  }
  if (text[after] != '=') return 0;
  std::size_t end = after + 1;
  while (end < text.size() && text[end] != '}') end += text[end] == '\\' ? 2 : 1;
  if (end >= text.size()) return 0;
  out.option(name, text.substr(after + 1, end - after - 1));
  return end + 1;
}

}  // namespace

std::size_t spell(std::string_view message, Spelling spelling, char* to, std::size_t room) noexcept {
  SpellingWriter out(spelling, to, room);
  for (std::size_t i = 0; i < message.size();) {
    const bool doubled = message.substr(i, 2) == "{{";
    const std::size_t option = message[i] == '{' && !doubled ? write_option(message.substr(i), out) : 0;
    if (option == 0) out.put(message[i]);
    i += doubled ? 2 : std::max<std::size_t>(option, 1);
  }
  return out.finish();
}

std::string spelled(std::string_view message, Spelling spelling) {
  std::string text(spell(message, spelling, nullptr, 0) + 1, '\0');
  spell(message, spelling, &text[0], text.size());
  text.pop_back();
  return text;
}

Status spelled(const Status& status, Spelling spelling) {
  if (status) return status;
  return {status.code(), spelled(status.message(), spelling), spelled(status.remedy(), spelling)};
}

namespace {

Json spelled_member(std::string_view key, const Json& value, Spelling spelling) {
  const bool for_people = key == "notes" || key == "note" || key == "failure";
  if (value.is_text()) return for_people ? Json(spelled(value.text_or(""), spelling)) : value;
  if (value.is_array()) {
    Json items = Json::array();
    for (const Json& item : value.items()) items.push(spelled_member(key, item, spelling));
    return items;
  }
  if (!value.is_object()) return value;
  Json result = Json::object();
  for (const Json::Member& member : value.members())
    result.set(member.key, spelled_member(member.key, member.value, spelling));
  return result;
}

}  // namespace

Json spelled_json(const Json& json, Spelling spelling) {
  return spelled_member("", json, spelling);
}

}  // namespace tanda::internal
