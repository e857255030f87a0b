// gzip data in pieces, text out in pieces. Several members one after the other are one text, as for gzip.
#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include "tanda/status.hpp"

namespace cli {

class Gunzip {
 public:
  Gunzip();
  ~Gunzip();
  Gunzip(const Gunzip&) = delete;
  Gunzip& operator=(const Gunzip&) = delete;

  /// By the first bytes, not by a name.
  static bool recognises(std::string_view start);

  tanda::Status feed(std::string_view piece, const std::function<tanda::Status(std::string_view)>& sink);
  /// An error when the data ended in the middle.
  tanda::Status finish() const;

 private:
  struct Stream;
  std::unique_ptr<Stream> stream_;
};

}  // namespace cli
