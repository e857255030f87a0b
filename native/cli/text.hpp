// Text for people: aligned columns, sizes, and numbers that read back as the same number.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

/// The shortest text that reads back as exactly this number.
std::string number(float x);
std::string number(double x);
/// Four significant digits.
std::string rounded(double x);
/// Seconds with milliseconds: "0.120"
std::string seconds_text(double seconds);
/// A share in percent, without the sign: "97.2"
std::string percent(double share, int digits = 1);
/// "12.3 MiB"
std::string bytes_text(double bytes);
/// Quoted, for a message that later passes through `spelled`.
std::string in_quotes(std::string_view text);
/// A CSV field, quoted if necessary.
std::string csv_field(std::string_view text);
std::string join(const std::vector<std::string>& words, std::string_view separator);
/// "3 classes", "1 class"
std::string counted(std::uint64_t n, const char* one, const char* many);
/// At most so many characters, the last one an ellipsis if the text is cut.
std::string shortened(const std::string& text, std::size_t most);
/// The first few of many, and how many there are: "a b c … (30)"
std::string head(const std::vector<std::string>& words, std::size_t most);

/// A message of the library, with its options spelled as on the command line.
std::string spelled(std::string_view text);

/// Always a single line: names and records of a file may contain line breaks and a terminal's escape
/// sequences.
std::string for_terminal(std::string text);

/// Rows of cells, made safe for a terminal. All columns but the last are aligned; the last one is wrapped at
/// column 100.
std::string columns(const std::vector<std::vector<std::string>>& rows, std::size_t indent);

}  // namespace cli
