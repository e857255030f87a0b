// Files of the C++ interface: read in pieces, written completely or not at all.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "tanda/status.hpp"

namespace tanda::internal {

/// Gives the file to `sink` in pieces of 64 KiB. Its errors are returned with the file's name.
Status read_file(const std::string& path, const std::function<Status(std::string_view)>& sink);

/// An existing file is replaced only after everything was written.
Status write_file(const std::string& path, const void* data, std::size_t size);

/// The same status, with the file's name in the message.
Status about_file(const std::string& path, const Status& status);

}  // namespace tanda::internal
