// The text side of the CSV reader: separator, quotes, lines. It does not depend on numbers and columns.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/text.hpp"
#include "tanda/status.hpp"

namespace tanda::internal::csv {

/// The largest length of a field; a longer one is caused by a missing quote or by another file format.
inline constexpr std::size_t longest_field = 65536;

/// A text for messages: in quotes, at most 40 characters, unprintable ones as dots.
std::string shown(std::string_view text);
/// The same without quotes, for an option's value.
std::string readable(std::string_view text);

/// "1 row", "3 rows".
std::string counted(long long n, const char* what);

/// Fails if the beginning of a text shows that it is binary.
Status check_is_text(std::string_view head);

/// Guesses the separator from the first line that is not blank.
class FirstLine {
 public:
  /// Takes the next piece; true when the guess can be made.
  bool scan(std::string_view piece);
  char separator(bool comma_is_decimal) const;
  /// The largest number of fields that the line can have with any separator.
  std::size_t most_fields() const;

 private:
  std::size_t tabs_ = 0, semicolons_ = 0, commas_ = 0, pipes_ = 0, run_ = 0;
  std::size_t decimal_commas_ = 0;           ///< commas between two digits
  std::size_t commas_in_field_ = 0;          ///< commas since the last other separator
  bool crowded_ = false;                     ///< a field has two or more commas: they are not decimal commas
  char before_ = '\0', before_that_ = '\0';  ///< the last two characters outside quotes
  bool blank_ = true, field_start_ = true, quoted_ = false, just_closed_ = false;
};

/// Splits text into fields. The sink has
///   void field(std::string_view text)         called for each field, without quotes and surrounding blanks
///   Status end_row()                          called after the last field of a row
///   Status complain(const std::string& what)  makes an error with this text and the current place
class Splitter {
 public:
  explicit Splitter(char separator = ',') : separator_(separator) {}

  template <class Sink>
  Status feed(std::string_view piece, Sink& sink);
  template <class Sink>
  Status finish(Sink& sink);

  long long row_line() const { return row_line_; }  ///< line where the current row began, from 1

 private:
  enum class In : unsigned char { start, bare, quoted, quote_seen, closed };

  bool is_blank(char c) const { return (c == ' ' || c == '\t') && c != separator_; }
  bool ends_field(char c) const { return c == separator_ || c == '\n' || c == '\r'; }
  void take_quoted(char c);
  std::string too_long() const;
  template <class Sink>
  Status take_bare(std::string_view piece, std::size_t& i, Sink& sink);
  template <class Sink>
  Status end_field(std::string_view text, char ending, Sink& sink);
  template <class Sink>
  Status end_line(char ending, Sink& sink);

  char separator_;
  In in_ = In::start;
  bool after_cr_ = false;  ///< a line feed that follows belongs to it
  std::size_t fields_ = 0;
  long long line_ = 1, row_line_ = 1, quote_line_ = 1;
  std::string field_;  ///< the beginning of the current field, from earlier pieces
};

inline constexpr const char* nul_byte = "there is a NUL byte: this is not text";

template <class Sink>
Status Splitter::feed(std::string_view piece, Sink& sink) {
  for (std::size_t i = 0; i < piece.size();) {
    const char c = piece[i];
    if (after_cr_ && c == '\n') {
      after_cr_ = false;
      if (in_ == In::quoted) field_ += c;
      ++i;
      continue;
    }
    after_cr_ = false;
    if (c == '\0') return sink.complain(nul_byte);

    switch (in_) {
      case In::start:
        if (ends_field(c)) {
          const bool blank_line = fields_ == 0 && c != separator_;
          if (Status s = blank_line ? end_line(c, sink) : end_field({}, c, sink); !s) return s;
          ++i;
        } else if (is_blank(c)) {
          ++i;
        } else if (c == '"') {
          in_ = In::quoted;
          quote_line_ = line_;
          ++i;
        } else {
          in_ = In::bare;
        }
        break;
      case In::bare:
        if (Status s = take_bare(piece, i, sink); !s) return s;
        break;
      case In::quoted:
        take_quoted(c);
        if (field_.size() > longest_field) return sink.complain(too_long());
        ++i;
        break;
      case In::quote_seen:
      case In::closed:
        if (c == '"' && in_ == In::quote_seen) {
          field_ += c;
          in_ = In::quoted;
        } else if (ends_field(c)) {
          if (Status s = end_field(field_, c, sink); !s) return s;
        } else if (is_blank(c)) {
          in_ = In::closed;
        } else {
          return sink.complain("there is text after the closing quote");
        }
        ++i;
        break;
    }
  }
  return {};
}

/// Takes the run of plain characters from `i` on; a field that is within one piece is not copied.
template <class Sink>
Status Splitter::take_bare(std::string_view piece, std::size_t& i, Sink& sink) {
  std::size_t end = i;
  while (end < piece.size() && !ends_field(piece[end]) && piece[end] != '\0') ++end;
  std::string_view text = piece.substr(i, end - i);
  i = end;
  if (field_.size() + text.size() > longest_field) return sink.complain(too_long());
  if (end == piece.size() || !field_.empty()) {
    field_ += text;
    text = field_;
  }
  if (end == piece.size() || piece[end] == '\0') return {};
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  ++i;
  return end_field(text, piece[end], sink);
}

template <class Sink>
Status Splitter::end_field(std::string_view text, char ending, Sink& sink) {
  sink.field(text);
  ++fields_;
  field_.clear();
  in_ = In::start;
  return ending == separator_ ? Status() : end_line(ending, sink);
}

template <class Sink>
Status Splitter::end_line(char ending, Sink& sink) {
  Status status = fields_ > 0 ? sink.end_row() : Status();
  fields_ = 0;
  after_cr_ = ending == '\r';
  row_line_ = ++line_;
  return status;
}

template <class Sink>
Status Splitter::finish(Sink& sink) {
  if (in_ == In::quoted)
    return sink.complain(joined({"the quote opened in line ", quote_line_, " is never closed"}));
  if (in_ == In::start && fields_ == 0) return {};
  std::string_view text = field_;
  if (in_ == In::bare)
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return end_field(text, '\n', sink);
}

}  // namespace tanda::internal::csv
