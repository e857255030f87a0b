#include "output.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "base/text.hpp"

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

/// Follows links, so that the file they lead to is replaced or created, not the link. For a circle of links
/// gives `path` itself, which then cannot be opened.
std::string without_links(const std::string& path) {
  constexpr int most_links = 40;
  std::string at = path;
  for (int links = 0; links < most_links; ++links) {
    char target[PATH_MAX];
    const ssize_t size = readlink(at.c_str(), target, sizeof target);
    if (size < 0 || size == static_cast<ssize_t>(sizeof target)) return at;
    const std::string next(target, static_cast<std::size_t>(size));
    at = next[0] == '/' ? next : folder_of(at) + '/' + next;
  }
  return path;
}

mode_t default_mode() {
  const mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

Status cannot_write(const std::string& name, int error) {
  return {Code::cannot_write, tanda::internal::literal_text(name) + ": " + std::strerror(error)};
}

const char temporary_prefix[] = ".tanda-";
constexpr std::size_t temporary_size = sizeof temporary_prefix - 1 + 6;

/// Removes temporary files that a killed run left in this folder: files of this user that are older than a
/// minute and not locked by a process, as `Output` locks its file while it writes.
void remove_abandoned(const std::string& folder) {
  constexpr std::time_t old_enough = 60;
  DIR* const listing = opendir(folder.c_str());
  if (!listing) return;
  while (const dirent* entry = readdir(listing)) {
    const std::string name = entry->d_name;
    if (name.size() != temporary_size || name.rfind(temporary_prefix, 0) != 0) continue;
    const int file = openat(dirfd(listing), name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) continue;
    struct stat found {};
    const bool abandoned = fstat(file, &found) == 0 && S_ISREG(found.st_mode) && found.st_uid == geteuid() &&
                           std::time(nullptr) - found.st_mtime > old_enough &&
                           flock(file, LOCK_EX | LOCK_NB) == 0;
    if (abandoned) unlinkat(dirfd(listing), name.c_str(), 0);
    close(file);
  }
  closedir(listing);
}

/// Gives the new file the owner, group and permissions of the one it replaces, as far as this user may. If
/// the group cannot be kept, the new group gets no more permissions than others have.
bool keep_owner_and_mode(int file, const struct stat& old) {
  mode_t mode = old.st_mode & 0777;
  const bool owner = fchown(file, old.st_uid, old.st_gid) == 0;
  const bool group = owner || fchown(file, static_cast<uid_t>(-1), old.st_gid) == 0;
  if (!group) mode = (mode & 0707) | ((mode & 07) << 3);
  return fchmod(file, mode) == 0;
}

/// A rename survives a power failure only after its folder has been synced. Not every file system supports
/// that, so errors are ignored.
void sync_folder(const std::string& folder) {
  const int file = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) return;
  fsync(file);
  close(file);
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
      const int looked = input == "-" ? fstat(STDIN_FILENO, &read) : stat(input.c_str(), &read);
      const bool same =
          looked == 0 && S_ISREG(read.st_mode) && read.st_dev == found.st_dev && read.st_ino == found.st_ino;
      if (same)
        return {Code::cannot_write,
                tanda::internal::literal_text(path) + ": it is read here, too, and would be lost",
                "give -o another name"};
    }
    if (S_ISDIR(found.st_mode)) return cannot_write(path, EISDIR);
    if (access(path.c_str(), W_OK) != 0) return cannot_write(path, errno);
    if (!S_ISREG(found.st_mode)) return {};
  } else if (errno != ENOENT) {
    return cannot_write(path, errno);
  }
  const std::string folder = folder_of(without_links(path));
  if (access(folder.c_str(), W_OK) == 0) return {};
  return {Code::cannot_write,
          tanda::internal::literal_text(path + ": its folder " + folder) + ": " + std::strerror(errno)};
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
  remove_abandoned(folder_of(target_));
  std::string pattern = folder_of(target_) + '/' + temporary_prefix + "XXXXXX";
  file_ = mkostemp(pattern.data(), O_CLOEXEC);
  if (file_ < 0) return failed(errno);
  temporary_ = pattern;
  flock(file_, LOCK_EX | LOCK_NB);  // until closed, so that `remove_abandoned` leaves the file alone
  const bool done = exists ? keep_owner_and_mode(file_, found) : fchmod(file_, default_mode()) == 0;
  return done ? Status() : failed(errno);
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
  // Sync the new file to the disk before it replaces the old one.
  if (!temporary_.empty()) {
    if (fsync(file_) != 0) return failed(errno);
    // Renamed before it is closed: until then it is locked, and other processes do not remove it as
    // abandoned.
    if (std::rename(temporary_.c_str(), target_.c_str()) != 0) return failed(errno);
    temporary_.clear();
    sync_folder(folder_of(target_));
  }
  // The standard output stays open for other code; closing a copy of it reports late errors as well.
  const int file = file_ == STDOUT_FILENO ? dup(file_) : file_;
  file_ = -1;
  return close(file) == 0 ? Status() : failed(errno);
}

Status print(std::string_view text) {
  Output out;
  if (Status status = out.open("-"); !status) return status;
  if (Status status = out.write(text); !status) return status;
  return out.commit();
}

}  // namespace cli
