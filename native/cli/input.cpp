#include "input.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "gunzip.hpp"
#include "interrupt.hpp"
#include "tanda/model/format.hpp"

namespace cli {

using tanda::Code;
using tanda::Monitor;
using tanda::Result;
using tanda::Status;

namespace {

constexpr std::size_t piece_size = 64 * 1024;

/// An open file that knows its name and how much of it was read.
class File {
 public:
  File() = default;
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() {
    if (file_ > STDIN_FILENO) close(file_);
  }

  Status open(const std::string& path) {
    name_ = path == "-" ? "standard input" : path;
    file_ = path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file_ < 0) return failed(std::strerror(errno));
    struct stat found {};
    if (fstat(file_, &found) == 0 && S_ISREG(found.st_mode)) size_ = static_cast<double>(found.st_size);
    return {};
  }

  /// Fills the piece; a shorter one is the last.
  Status read(std::array<char, piece_size>& piece, std::size_t& got) {
    for (got = 0; got < piece.size();) {
      const ssize_t n = ::read(file_, piece.data() + got, piece.size() - got);
      if (interrupted()) return Status(Code::cancelled);
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) return failed(std::strerror(errno));
      if (n == 0) break;
      got += static_cast<std::size_t>(n);
    }
    done_ += static_cast<double>(got);
    return {};
  }

  double part() const { return size_ > 0 ? std::min(1.0, done_ / size_) : 0.0; }
  Status failed(const std::string& why) const { return {Code::cannot_read, name_ + ": " + why}; }
  Status named(const Status& status) const {
    if (status || status.code() == Code::cancelled) return status;
    return {status.code(), name_ + ": " + status.message(), status.remedy()};
  }

 private:
  std::string name_;
  int file_ = -1;
  double size_ = 0, done_ = 0;
};

}  // namespace

Status read_pieces(const std::string& path, Monitor& monitor,
                   const std::function<Status(std::string_view)>& sink) {
  File file;
  if (Status status = file.open(path); !status) return status;
  std::array<char, piece_size> piece;
  Gunzip gunzip;
  bool zipped = false;
  for (bool first = true;; first = false) {
    std::size_t got = 0;
    if (Status status = file.read(piece, got); !status) return status;
    const std::string_view text(piece.data(), got);
    if (first) zipped = Gunzip::recognises(text);
    if (Status status = zipped ? gunzip.feed(text, sink) : sink(text); !status) return file.named(status);
    if (!monitor.advance(file.part())) return Status(Code::cancelled);
    if (got < piece.size()) break;
  }
  return zipped ? file.named(gunzip.finish()) : Status();
}

template <class S>
Result<tanda::Table<S>> read_table(const std::string& path, tanda::CsvOptions options, Monitor& monitor) {
  monitor.stage("read");
  tanda::CsvReader<S> reader(std::move(options));
  const auto feed = [&](std::string_view text) { return reader.feed(text); };
  if (Status status = read_pieces(path, monitor, feed); !status) return status;
  Result<tanda::Table<S>> table = reader.finish();
  if (!table) {
    const std::string name = path == "-" ? "standard input" : path;
    return Status(table.status().code(), name + ": " + table.status().message(), table.status().remedy());
  }
  return table;
}

template Result<tanda::Table<float>> read_table(const std::string&, tanda::CsvOptions, Monitor&);
template Result<tanda::Table<double>> read_table(const std::string&, tanda::CsvOptions, Monitor&);

Result<ModelFile> read_model(const std::string& path) {
  File file;
  if (Status status = file.open(path); !status) return status;
  ModelFile loaded;
  std::array<char, piece_size> piece;
  for (std::size_t got = piece.size(); got == piece.size();) {
    if (Status status = file.read(piece, got); !status) return status;
    loaded.bytes.insert(loaded.bytes.end(), piece.data(), piece.data() + got);
    // Told by its first bytes: whoever names a large data file or /dev/zero waits for nothing.
    const std::size_t magic = std::min(loaded.bytes.size(), sizeof tanda::file_magic);
    if (magic == 0 || std::memcmp(loaded.bytes.data(), tanda::file_magic, magic) != 0) {
      return file.named({Code::bad_model, "this is not a tanda model", "make one with `tanda fit`"});
    }
  }
  Status status = tanda::decode(loaded.bytes.data(), loaded.bytes.size()).get(loaded.model);
  if (!status) return file.named(status);
  return loaded;
}

}  // namespace cli
