#pragma once

namespace tanda {

/// The version of the library; the build checks that CMake says the same.
inline constexpr const char* version = "0.1.0";

}  // namespace tanda
