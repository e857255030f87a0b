#include "gunzip.hpp"

#include <zlib.h>

#include <array>
#include <new>

namespace cli {

using tanda::Code;
using tanda::Status;

struct Gunzip::Stream {
  z_stream z{};
  bool open = false;
  bool whole = false;    ///< the last member is complete
  bool padding = false;  ///< zeros follow the last member, as tapes and some tools append them
  std::array<char, 64 * 1024> out;
};

Gunzip::Gunzip() : stream_(std::make_unique<Stream>()) {}

Gunzip::~Gunzip() {
  if (stream_->open) inflateEnd(&stream_->z);
}

bool Gunzip::recognises(std::string_view start) {
  return start.size() >= 2 && start[0] == '\x1f' && start[1] == '\x8b';
}

Status Gunzip::feed(std::string_view piece, const std::function<Status(std::string_view)>& sink) {
  z_stream& z = stream_->z;
  if (!stream_->open) {
    if (inflateInit2(&z, 16 + MAX_WBITS) != Z_OK) return Status(Code::out_of_memory);
    stream_->open = true;
  }
  // zlib's interface predates const; it does not write to its input.
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(piece.data()));
  z.avail_in = static_cast<uInt>(piece.size());
  bool more = false;  // the output buffer was filled: there may be more output without further input
  while (z.avail_in > 0 || more) {
    if (stream_->whole) {
      if (*z.next_in == 0 || stream_->padding) {
        if (*z.next_in != 0) return {Code::cannot_read, "there is something else after the gzip data"};
        stream_->padding = true;
        ++z.next_in, --z.avail_in;
        continue;
      }
      inflateReset(&z);
      stream_->whole = false;
    }
    z.next_out = reinterpret_cast<Bytef*>(stream_->out.data());
    z.avail_out = static_cast<uInt>(stream_->out.size());
    const int code = inflate(&z, Z_NO_FLUSH);
    if (code == Z_MEM_ERROR) return Status(Code::out_of_memory);
    if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR) {
      return {Code::cannot_read, "the gzip data are damaged",
              "copy the file again, or unzip it with gzip -d"};
    }
    const std::size_t got = stream_->out.size() - z.avail_out;
    if (got > 0)
      if (Status status = sink({stream_->out.data(), got}); !status) return status;
    stream_->whole = code == Z_STREAM_END;
    more = !stream_->whole && z.avail_out == 0;
    if (code == Z_BUF_ERROR) break;
  }
  return {};
}

Status Gunzip::finish() const {
  if (stream_->whole) return {};
  return {Code::cannot_read, "the gzip data end too early: the file is cut off", "copy the file again"};
}

}  // namespace cli
