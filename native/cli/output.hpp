// Output files that appear complete or not at all, and a standard output whose errors are reported.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "tanda/status.hpp"

namespace cli {

/// Writes to a temporary file in the folder of the target and renames it when everything is written and
/// synced; without `commit` the target is not touched. The new file takes the owner and permissions of the
/// one it replaces. Links are followed, also to a file that does not exist yet. Temporary files that a killed
/// run left behind are removed by the next run that writes into the same folder. "", "-" and "/dev/stdout"
/// mean standard output. Pipes and devices are written to directly.
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
  std::string target_;     ///< what the temporary file is renamed to
  std::string temporary_;  ///< empty = written to directly
  std::string buffer_;
  int file_ = -1;
};

/// Checks before a long computation that `path` can be written and is none of the input files, also through
/// links. That may still change afterwards.
tanda::Status check_writable(const std::string& path, std::initializer_list<std::string> inputs);

bool is_stdout(const std::string& path);

/// Writes all of `text` to standard output.
tanda::Status print(std::string_view text);

}  // namespace cli
