// Files that appear whole or not at all, and a standard output whose errors are noticed.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "tanda/status.hpp"

namespace cli {

/// Writes to a temporary file in the folder of the wanted one and renames it when all is written and on the
/// disk; without `commit` nothing has happened. A file that is replaced gives its owner and permissions to
/// the new one; links are followed, also to a file that is not there yet. What a killed run leaves behind is
/// removed by the next one that writes into that folder. "", "-" and "/dev/stdout" are the standard output;
/// pipes and devices are written to directly.
class Output {
 public:
  Output() = default;
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  ~Output();

  tanda::Status open(const std::string& path);
  tanda::Status write(std::string_view text);
  tanda::Status commit();

 private:
  tanda::Status failed(int error);
  tanda::Status flush();

  std::string name_;       ///< for messages
  std::string target_;     ///< what the temporary file becomes
  std::string temporary_;  ///< empty = written to directly
  std::string buffer_;
  int file_ = -1;
};

/// Would `path` be writable, and is it none of these files that are read, also through links? Asked before
/// the long work; the answer can still change.
tanda::Status check_writable(const std::string& path, std::initializer_list<std::string> inputs);

bool is_stdout(const std::string& path);

/// All of `text` to the standard output.
tanda::Status print(std::string_view text);

}  // namespace cli
