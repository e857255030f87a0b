#include "input.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "base/text.hpp"
#include "gunzip.hpp"
#include "interrupt.hpp"
#include "model/statistics_file.hpp"
#include "tanda/detail/format.hpp"

namespace cli {

using tanda::Code;
using tanda::Result;
using tanda::Status;
using tanda::internal::literal_text;
using tanda::internal::Monitor;

namespace {

constexpr std::size_t piece_size = 64 * 1024;

/// An open file with its name and the fraction of it that has been read.
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

  /// Fills the piece; only the last one is shorter.
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

  double fraction_read() const { return size_ > 0 ? std::min(1.0, done_ / size_) : 0.0; }
  Status failed(const std::string& why) const {
    return {Code::cannot_read, literal_text(name_) + ": " + why};
  }
  Status named(const Status& status) const {
    if (status || status.code() == Code::cancelled) return status;
    return {status.code(), literal_text(name_) + ": " + status.message(), status.remedy()};
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
    if (!monitor.advance(file.fraction_read())) return Status(Code::cancelled);
    if (got < piece.size()) break;
  }
  return zipped ? file.named(gunzip.finish()) : Status();
}

template <class S>
Result<tanda::internal::Table<S>> read_table(const std::string& path, tanda::internal::CsvOptions options,
                                             Monitor& monitor) {
  monitor.stage("read");
  options.file = path;
  tanda::internal::CsvReader<S> reader(std::move(options));
  const auto feed = [&](std::string_view text) { return reader.feed(text); };
  if (Status status = read_pieces(path, monitor, feed); !status) return status;
  Result<tanda::internal::Table<S>> table = reader.finish();
  if (!table) {
    const std::string name = path == "-" ? "standard input" : path;
    return Status(table.status().code(), literal_text(name) + ": " + table.status().message(),
                  table.status().remedy());
  }
  return table;
}

template Result<tanda::internal::Table<float>> read_table(const std::string&, tanda::internal::CsvOptions,
                                                          Monitor&);
template Result<tanda::internal::Table<double>> read_table(const std::string&, tanda::internal::CsvOptions,
                                                           Monitor&);

namespace {

/// Reads a whole file that begins with these bytes. Any other file gives `strange` without reading further,
/// so that naming a large data file or /dev/zero by mistake fails at once.
template <std::size_t size>
Result<std::vector<std::uint8_t>> read_bytes(File& file, const unsigned char (&magic)[size],
                                             const Status& strange) {
  std::vector<std::uint8_t> bytes;
  std::array<char, piece_size> piece;
  for (std::size_t got = piece.size(); got == piece.size();) {
    if (Status status = file.read(piece, got); !status) return status;
    bytes.insert(bytes.end(), piece.data(), piece.data() + got);
    const std::size_t known = std::min(bytes.size(), size);
    if (known == 0 || std::memcmp(bytes.data(), magic, known) != 0) return file.named(strange);
  }
  return bytes;
}

}  // namespace

Result<ModelFile> read_model(const std::string& path) {
  File file;
  if (Status status = file.open(path); !status) return status;
  const Status strange(Code::bad_model, "this is not a tanda model", "make one with `tanda fit`");
  std::vector<std::uint8_t> bytes;
  if (Status status = read_bytes(file, tanda::file_magic, strange).get(bytes); !status) return status;
  const Result<tanda::internal::Model> model = tanda::internal::decode(bytes.data(), bytes.size());
  if (!model) return file.named(model.status());
  return ModelFile{*model, std::move(bytes)};
}

Result<tanda::internal::RunningStatistics> read_statistics(const std::string& path) {
  File file;
  if (Status status = file.open(path); !status) return status;
  std::vector<std::uint8_t> bytes;
  const Status strange(Code::bad_model, "these are not tanda statistics", "make some with `tanda collect`");
  if (Status status = read_bytes(file, tanda::internal::statistics_magic, strange).get(bytes); !status)
    return status;
  tanda::internal::RunningStatistics statistics;
  const Status status = tanda::internal::decode_statistics(bytes.data(), bytes.size()).get(statistics);
  if (!status) return file.named(status);
  return statistics;
}

}  // namespace cli
