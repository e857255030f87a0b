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
/// Four digits, for people.
std::string rounded(double x);
/// Seconds to the millisecond: "0.120"
std::string seconds_text(double seconds);
/// A share in percent, without the sign: "97.2"
std::string percent(double share, int digits = 1);
/// "12.3 MiB"
std::string bytes_text(double bytes);
/// For a message that `spelled` goes through.
std::string in_quotes(std::string_view text);
/// A CSV field, quoted when it has to be.
std::string csv_field(std::string_view text);
std::string join(const std::vector<std::string>& words, std::string_view separator);
/// "3 classes", "1 class"
std::string counted(std::uint64_t n, const char* one, const char* many);
/// At most so many characters, the last an ellipsis where some are left out.
std::string shortened(const std::string& text, std::size_t most);
/// The first few of many, and how many there are: "a b c … (30)"
std::string head(const std::vector<std::string>& words, std::size_t most);

/// A text of the library with its options as the command line has them.
std::string spelled(std::string_view text);

/// One line, whatever it holds: names and records of a file may carry line breaks and a terminal's escapes.
std::string for_terminal(std::string text);

/// Rows of cells, each made fit for a terminal, with every column but the last aligned; the last one is
/// wrapped at 100 columns.
std::string columns(const std::vector<std::vector<std::string>>& rows, std::size_t indent);

}  // namespace cli
