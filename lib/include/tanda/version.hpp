// The version of tanda.
#pragma once

namespace tanda {

/// The version of tanda: CMake, the npm package and its module read it from this file. \code
///   std::printf("made with tanda %s\n", tanda::version);
/// \endcode
inline constexpr const char* version = "0.9.0";

}  // namespace tanda
