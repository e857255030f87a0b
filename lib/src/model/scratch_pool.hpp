// Reusable scratch memory for repeated work by several threads: allocated from the heap the first time and
// then kept.
#pragma once

#include <utility>
#include <vector>

#include "base/memory_block.hpp"
#include "base/thread_pool.hpp"

namespace tanda::internal {

class ScratchPool {
 public:
  /// Runs work(workspace) and returns its result. The workspace has room for the most that any earlier work
  /// used; further memory comes from the heap.
  template <class Work>
  auto with(Work work) const {
    MemoryBlock memory = take();
    const std::uint64_t off = reinterpret_cast<std::uintptr_t>(memory.data()) % Workspace::alignment;
    const std::uint64_t skipped = memory.bytes() > 0 && off > 0 ? Workspace::alignment - off : 0;
    Workspace workspace(static_cast<unsigned char*>(memory.data()) + skipped, memory.bytes() - skipped, true);
    auto result = work(&workspace);
    const std::uint64_t wanted = workspace.peak() + Workspace::alignment;
    if (wanted > memory.bytes()) {
      memory = MemoryBlock();
      memory = MemoryBlock(nullptr, wanted);
    }
    keep(std::move(memory));
    return result;
  }

 private:
  MemoryBlock take() const {
    const Guard lock(mutex_);
    if (free_.empty()) return MemoryBlock();
    MemoryBlock last = std::move(free_.back());
    free_.pop_back();
    return last;
  }
  void keep(MemoryBlock memory) const {
    const Guard lock(mutex_);
    free_.push_back(std::move(memory));
  }

  mutable Mutex mutex_;
  mutable std::vector<MemoryBlock> free_;  ///< blocks not in use; at most one per concurrent thread
};

}  // namespace tanda::internal
