// Options in messages: the core writes {missing=drop}, {label} and {methods(lda)}, and each front end shows
// them as its users write them. Nobody else knows how that looks.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/json.hpp"
#include "tanda/status.hpp"

namespace tanda::internal {

/// Whose words. As tanda_spelling of the C ABI counts them.
enum class Spelling : unsigned char {
  c,           ///< missing=drop, "label"; also what files say
  program,     ///< --missing drop, --label
  cpp,         ///< `missing = Missing::drop`, `label`
  javascript,  ///< `missing: 'drop'`, `label`
  python,      ///< `missing="drop"`, `label`
};
inline constexpr int spelling_count = 5;

/// Writes the message with its options spelled, as much of it as there is room for and a zero after it, no
/// half character at the end. Gives the length of the whole. Takes no memory, so that running out of it can
/// be told.
std::size_t spell(std::string_view message, Spelling spelling, char* to, std::size_t room) noexcept;

std::string spelled(std::string_view message, Spelling spelling);
/// Message and remedy.
Status spelled(const Status& status, Spelling spelling);
/// Texts for people in a result or a record: its notes and failures, at any depth. Else the same.
Json spelled_json(const Json& json, Spelling spelling);

}  // namespace tanda::internal
