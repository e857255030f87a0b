// Results of the C++ interface: lack of memory becomes a status, and texts write options as in C++.
#pragma once

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/guarded.hpp"
#include "base/spelling.hpp"

namespace tanda::internal {

template <class Work>
auto answer(Work work) -> decltype(work()) {
  auto result = guarded(std::move(work));
  if (result) return result;
  return guarded([&]() -> decltype(work()) {
    if constexpr (std::is_same_v<decltype(result), Status>) {
      return spelled(result, Spelling::cpp);
    } else {
      return spelled(result.status(), Spelling::cpp);
    }
  });
}

inline std::vector<std::string> spelled_notes(const std::vector<std::string>& notes) {
  std::vector<std::string> told;
  for (const std::string& note : notes) told.push_back(spelled(note, Spelling::cpp));
  return told;
}

}  // namespace tanda::internal
