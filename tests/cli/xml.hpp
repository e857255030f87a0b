// Checks that a text is well-formed XML, with the rules that our pictures need: one root, matching tags,
// quoted attributes without duplicates, the five entities, allowed characters.
#pragma once

#include <algorithm>
#include <cctype>
#include <set>
#include <string>
#include <string_view>
#include <vector>

class XmlCheck {
 public:
  /// Empty, or a description of the first problem and where it is.
  static std::string problem(std::string_view text) {
    XmlCheck check{text};
    const bool good = check.document();
    return good ? "" : check.why_ + " at byte " + std::to_string(check.at_);
  }

 private:
  explicit XmlCheck(std::string_view text) : text_(text) {}

  bool document() {
    std::vector<std::string> open;
    bool root = false;
    while (at_ < text_.size()) {
      if (text_[at_] != '<') {
        const std::size_t end = std::min(text_.find('<', at_), text_.size());
        const std::string_view data = text_.substr(at_, end - at_);
        if (open.empty() && data.find_first_not_of(" \n") != std::string_view::npos)
          return fail("text outside");
        if (!characters(data)) return false;
        at_ = end;
      } else if (text_.substr(at_, 2) == "</") {
        at_ += 2;
        const std::string name = word();
        if (open.empty() || open.back() != name) return fail("</" + name + "> closes nothing");
        open.pop_back();
        if (!skip('>')) return fail("no >");
      } else {
        ++at_;
        if (open.empty() && root) return fail("two roots");
        root = true;
        const std::string name = word();
        if (name.empty() || !attributes()) return fail("a tag: " + name);
        if (!skip('/')) open.push_back(name);
        if (!skip('>')) return fail("no > of " + name);
      }
    }
    return (open.empty() && root) || fail("not closed");
  }

  bool attributes() {
    std::set<std::string> names;
    while (skip(' ')) {
      const std::string name = word();
      if (name.empty() || !names.insert(name).second || !skip('=') || !skip('"'))
        return fail("attribute " + name);
      const std::size_t end = text_.find('"', at_);
      if (end == std::string_view::npos || text_.substr(at_, end - at_).find('<') != std::string_view::npos)
        return fail("value of " + name);
      if (!characters(text_.substr(at_, end - at_))) return false;
      at_ = end + 1;
    }
    return true;
  }

  bool characters(std::string_view data) {
    for (std::size_t i = 0; i < data.size(); ++i) {
      const auto c = static_cast<unsigned char>(data[i]);
      if (c < 0x20 && c != '\n' && c != '\t') return fail("a control character");
      if (c == '&' && !entity(data.substr(i))) return fail("a bare &");
      if (c < 0x80) continue;
      const std::size_t length = c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : 2;
      if (c < 0xC2 || c > 0xF4 || i + length > data.size()) return fail("not UTF-8");
      for (std::size_t k = 1; k < length; ++k)
        if ((static_cast<unsigned char>(data[i + k]) & 0xC0) != 0x80) return fail("not UTF-8");
      i += length - 1;
    }
    return true;
  }
  static bool entity(std::string_view data) {
    for (const std::string_view known : {"&lt;", "&gt;", "&amp;", "&quot;", "&apos;"})
      if (data.substr(0, known.size()) == known) return true;
    return false;
  }

  std::string word() {
    std::size_t end = at_;
    while (end < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[end])) || text_[end] == '-'))
      ++end;
    std::string result(text_.substr(at_, end - at_));
    at_ = end;
    return result;
  }
  bool skip(char c) {
    const bool there = at_ < text_.size() && text_[at_] == c;
    at_ += there;
    return there;
  }
  bool fail(const std::string& why) {
    if (why_.empty()) why_ = why;
    return false;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string why_;
};

inline std::size_t occurrences(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + part.size()))
    ++count;
  return count;
}

/// Whether there are numbers that viewers cannot read: nan or inf in coordinates.
inline bool has_bad_numbers(std::string_view svg) {
  for (const std::string_view bad :
       {"\"nan", "\"-nan", "\"inf", "\"-inf", " nan", " inf", "Lnan", "Mnan", "Linf"})
    if (svg.find(bad) != std::string_view::npos) return true;
  return false;
}
