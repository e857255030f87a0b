// Decompresses gzip data piece by piece. As in gzip, several members one after the other give one text.
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

  /// Recognises gzip data by its first bytes.
  static bool recognises(std::string_view start);

  tanda::Status feed(std::string_view piece, const std::function<tanda::Status(std::string_view)>& sink);
  /// An error if the data ended in the middle of a member.
  tanda::Status finish() const;

 private:
  struct Stream;
  std::unique_ptr<Stream> stream_;
};

}  // namespace cli
