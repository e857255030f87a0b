// Running computations in exactly the memory that a counting workspace says they need.
#pragma once

#include <functional>
#include <new>
#include <string>

#include "base/matrix.hpp"
#include "tanda/workspace.hpp"
#include "ut.hpp"

/// Runs `run` in a counting workspace, then in a stack of the size that was counted. `run` makes its inputs
/// in the workspace, too, and leaves them without values in a counting one. Holds the bytes needed and taken.
struct Measured {
  std::uint64_t counted = 0, taken = 0;
};
inline Measured expect_measured(const std::string& what, const std::function<void(tanda::Workspace&)>& run) {
  Measured result;
  {
    tanda::Workspace counting = tanda::Workspace::counting();
    run(counting);
    ut::expect(counting.used() == 0) << what << "keeps" << counting.used() << "bytes";
    result.counted = counting.peak();
  }
  void* const memory =
      Eigen::internal::aligned_malloc(std::size_t(result.counted) + tanda::Workspace::alignment);
  const std::size_t off = reinterpret_cast<std::size_t>(memory) % tanda::Workspace::alignment;
  tanda::Workspace stack(static_cast<char*>(memory) + (tanda::Workspace::alignment - off), result.counted);
  try {
    run(stack);
    result.taken = stack.peak();
  } catch (const std::bad_alloc&) {
    ut::expect(false) << what << "needs more than" << result.counted << "bytes";
  }
  Eigen::internal::aligned_free(memory);
  return result;
}
