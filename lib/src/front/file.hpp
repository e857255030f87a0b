// Files of the front door: read in pieces, written whole or not at all.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "tanda/status.hpp"

namespace tanda::internal {

/// Gives the file to `sink` in pieces of 64 KiB. What it says is said of the file.
Status read_file(const std::string& path, const std::function<Status(std::string_view)>& sink);

/// Another file of that name stays as it is unless all is written.
Status write_file(const std::string& path, const void* data, std::size_t size);

/// The same status, of this file.
Status about_file(const std::string& path, const Status& status);

}  // namespace tanda::internal
