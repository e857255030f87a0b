// Runs the real program in a temporary folder and captures its output.
#pragma once

#include <sys/wait.h>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

/// The result of a command: its exit code (128 + signal number if a signal killed it), standard output and
/// standard error.
struct Ran {
  int code;
  std::string out, err;
  bool says(const std::string& text) const { return err.find(text) != std::string::npos; }
  bool one_line() const {
    return err.rfind("tanda: ", 0) == 0 && std::count(err.begin(), err.end(), '\n') == 1 &&
           err.back() == '\n';
  }
};

/// A temporary folder, removed with all its files by the destructor.
class Folder {
 public:
  explicit Folder(std::string program) : program_(std::move(program)) {
    std::string pattern = (std::filesystem::temp_directory_path() / "tanda-cli-XXXXXX").string();
    path_ = mkdtemp(pattern.data());
    std::filesystem::create_directory(path_ / "work");
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(path_); }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / "work" / name, std::ios::binary) << text;
  }
  std::string read(const std::string& name) const { return slurp(path_ / "work" / name); }
  bool has(const std::string& name) const { return std::filesystem::exists(path_ / "work" / name); }
  std::vector<std::string> names() const {
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(path_ / "work")) {
      found.push_back(entry.path().filename().string());
    }
    std::sort(found.begin(), found.end());
    return found;
  }

  /// `command` is shell text in which the word `tanda` runs the program.
  Ran shell(const std::string& command) const {
    const std::string text = "tanda() { '" + program_ + "' \"$@\"; }\ncd '" + (path_ / "work").string() +
                             "' && { " + command + "\n} >'" + (path_ / "out").string() + "' 2>'" +
                             (path_ / "err").string() + "'";
    const std::filesystem::path script = path_ / "script";
    std::ofstream(script) << text << '\n';
    const int status = std::system(("bash '" + script.string() + "'").c_str());
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return {code, slurp(path_ / "out"), slurp(path_ / "err")};
  }
  Ran tanda(const std::string& arguments) const { return shell("tanda " + arguments); }

 private:
  static std::string slurp(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::string program_;
  std::filesystem::path path_;
};

/// Shell text that limits the address space of what follows to so many KiB; without effect with sanitizers,
/// which reserve terabytes of it at start.
inline std::string within(int kilobytes) {
  return TANDA_SANITIZED ? "" : "ulimit -v " + std::to_string(kilobytes) + "; ";
}

inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}
inline auto lines(const std::string& text) {
  return std::count(text.begin(), text.end(), '\n');
}

/// Three classes a, b, c of ten samples with four features, separated by the first two.
inline std::string small_table(const std::string& header = "w,x,y,z,label\n", char separator = ',') {
  std::string text = header;
  unsigned state = 1;
  for (int i = 0; i < 30; ++i) {
    const int c = i % 3;
    for (int j = 0; j < 4; ++j) {
      state = state * 1103515245u + 12345u;
      const double noise = double((state >> 16) & 1023) / 1024.0;
      text += std::to_string((j == 0) * 3.0 * c + (j == 1) * 3.0 * (c == 1) + noise) + separator;
    }
    text += std::string(1, char('a' + c)) + '\n';
  }
  return text;
}
