// Options in messages. The core writes {missing=drop}, {label} and {methods(lda)}; here they are replaced by
// what a user of the program, of C++, JavaScript or Python would write. No other file knows these spellings.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/json.hpp"
#include "tanda/status.hpp"

namespace tanda::internal {

/// The language of a message's options. Same numbers as tanda_spelling of the C ABI.
enum class Spelling : unsigned char {
  c,           ///< missing=drop, "label"; also used in files
  program,     ///< --missing drop, --label
  cpp,         ///< `missing = Missing::drop`, `label`
  javascript,  ///< `missing: 'drop'`, `label`
  python,      ///< `missing="drop"`, `label`
};
inline constexpr int spelling_count = 5;

/// Writes the message with its options spelled, zero-terminated and cut to `room` bytes but never within a
/// character. Gives the length of the whole text. Allocates nothing, so that out of memory can be reported.
std::size_t spell(std::string_view message, Spelling spelling, char* to, std::size_t room) noexcept;

std::string spelled(std::string_view message, Spelling spelling);
/// The status with its message and remedy spelled.
Status spelled(const Status& status, Spelling spelling);
/// The JSON of a result or a record with the texts for people (its notes and failures, at any depth) spelled,
/// and all else unchanged.
Json spelled_json(const Json& json, Spelling spelling);

}  // namespace tanda::internal
