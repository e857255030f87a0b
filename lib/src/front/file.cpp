#include "front/file.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "base/text.hpp"

namespace tanda::internal {
namespace {

constexpr std::size_t file_piece = 64 * 1024;

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using OpenFile = std::unique_ptr<std::FILE, CloseFile>;

Status file_failed(Code code, const std::string& path, int error) {
  if (error == ENOMEM) return Status(Code::out_of_memory);
  return {code, error != 0 ? joined({literal_text(path), ": ", std::strerror(error)}) : literal_text(path)};
}

Status no_path(Code code) {
  return {code, "the name of the file has a zero byte"};
}

/// A temporary file that is removed unless it is renamed to its final path.
class Draft {
 public:
  explicit Draft(const std::string& path) : path_(path + ".part") {}
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;
  ~Draft() {
    if (!path_.empty()) std::remove(path_.c_str());
  }
  const std::string& path() const { return path_; }
  bool become(const std::string& path) {
    if (std::rename(path_.c_str(), path.c_str()) != 0) {
#ifdef _WIN32  // where renaming to an existing file fails
      if (std::remove(path.c_str()) != 0 || std::rename(path_.c_str(), path.c_str()) != 0) return false;
#else
      return false;
#endif
    }
    path_.clear();
    return true;
  }

 private:
  std::string path_;
};

}  // namespace

Status about_file(const std::string& path, const Status& status) {
  return {status.code(), joined({literal_text(path), ": ", status.message()}), status.remedy()};
}

Status read_file(const std::string& path, const std::function<Status(std::string_view)>& sink) {
  if (path.find('\0') != std::string::npos) return no_path(Code::cannot_read);
  errno = 0;
  const OpenFile file(std::fopen(path.c_str(), "rb"));
  if (!file) return file_failed(Code::cannot_read, path, errno);
  const auto piece = std::make_unique<char[]>(file_piece);
  for (std::size_t got = file_piece; got == file_piece;) {
    got = std::fread(piece.get(), 1, file_piece, file.get());
    if (std::ferror(file.get())) return file_failed(Code::cannot_read, path, errno);
    if (Status s = sink(std::string_view(piece.get(), got)); !s) return about_file(path, s);
  }
  return {};
}

Status write_file(const std::string& path, const void* data, std::size_t size) {
  if (path.find('\0') != std::string::npos) return no_path(Code::cannot_write);
  errno = 0;
  Draft draft(path);
  OpenFile file(std::fopen(draft.path().c_str(), "wb"));
  if (!file) return file_failed(Code::cannot_write, path, errno);
  const bool written = std::fwrite(data, 1, size, file.get()) == size;
  // A full disk may be reported only when the file is closed.
  if (std::fclose(file.release()) != 0 || !written || !draft.become(path))
    return file_failed(Code::cannot_write, path, errno);
  return {};
}

}  // namespace tanda::internal
