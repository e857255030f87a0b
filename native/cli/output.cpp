#include "output.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace cli {

using tanda::Code;
using tanda::Status;

namespace {

constexpr std::size_t flush_from = 64 * 1024;

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

/// A link is followed, so that the file it names is replaced and not the link.
std::string without_links(const std::string& path) {
  char resolved[PATH_MAX];
  return realpath(path.c_str(), resolved) ? resolved : path;
}

mode_t usual_mode() {
  const mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

Status cannot_write(const std::string& name, int error) {
  return {Code::cannot_write, name + ": " + std::strerror(error)};
}

}  // namespace

bool is_stdout(const std::string& path) {
  return path.empty() || path == "-" || path == "/dev/stdout";
}

Status check_writable(const std::string& path, std::initializer_list<std::string> inputs) {
  if (is_stdout(path)) return {};
  struct stat found {};
  if (stat(path.c_str(), &found) == 0) {
    for (const std::string& input : inputs) {
      struct stat read {};
      const bool same = stat(input.c_str(), &read) == 0 && S_ISREG(read.st_mode) &&
                        read.st_dev == found.st_dev && read.st_ino == found.st_ino;
      if (same)
        return {Code::cannot_write, path + ": it is read here, too, and would be lost",
                "give -o another name"};
    }
    if (S_ISDIR(found.st_mode)) return cannot_write(path, EISDIR);
    if (!S_ISREG(found.st_mode))
      return access(path.c_str(), W_OK) == 0 ? Status() : cannot_write(path, errno);
  } else if (errno != ENOENT) {
    return cannot_write(path, errno);
  }
  return access(folder_of(without_links(path)).c_str(), W_OK) == 0 ? Status() : cannot_write(path, errno);
}

Output::~Output() {
  if (file_ >= 0 && file_ != STDOUT_FILENO) close(file_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

Status Output::failed(int error) {
  return cannot_write(name_, error);
}

Status Output::open(const std::string& path) {
  name_ = is_stdout(path) ? "standard output" : path;
  if (is_stdout(path)) {
    file_ = STDOUT_FILENO;
    return {};
  }
  if (Status status = check_writable(path, {}); !status) return status;
  struct stat found {};
  const bool exists = stat(path.c_str(), &found) == 0;
  if (exists && !S_ISREG(found.st_mode)) {
    file_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    return file_ < 0 ? failed(errno) : Status();
  }
  target_ = without_links(path);
  std::string pattern = folder_of(target_) + "/.tanda-XXXXXX";
  file_ = mkostemp(pattern.data(), O_CLOEXEC);
  if (file_ < 0) return failed(errno);
  temporary_ = pattern;
  if (fchmod(file_, exists ? found.st_mode & 07777 : usual_mode()) != 0) return failed(errno);
  return {};
}

Status Output::write(std::string_view text) {
  buffer_.append(text);
  return buffer_.size() < flush_from ? Status() : flush();
}

Status Output::flush() {
  for (std::size_t done = 0; done < buffer_.size();) {
    const ssize_t n = ::write(file_, buffer_.data() + done, buffer_.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return failed(errno);
    done += static_cast<std::size_t>(n);
  }
  buffer_.clear();
  return {};
}

Status Output::commit() {
  if (Status status = flush(); !status) return status;
  // The standard output stays open for others; closing a copy of it tells late errors as well.
  const int file = file_ == STDOUT_FILENO ? dup(file_) : file_;
  file_ = -1;
  if (close(file) != 0) return failed(errno);
  if (!temporary_.empty() && std::rename(temporary_.c_str(), target_.c_str()) != 0) return failed(errno);
  temporary_.clear();
  return {};
}

Status print(std::string_view text) {
  Output out;
  if (Status status = out.open("-"); !status) return status;
  if (Status status = out.write(text); !status) return status;
  return out.commit();
}

}  // namespace cli
