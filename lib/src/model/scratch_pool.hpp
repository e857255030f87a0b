// Memory for work that is done again and again, by any number of threads at the same time: taken from the
// heap the first time, and then kept.
#pragma once

#include <utility>
#include <vector>

#include "base/memory_block.hpp"
#include "base/thread_pool.hpp"

namespace tanda::internal {

class ScratchPool {
 public:
  /// Runs work(workspace) and gives what that gives. The workspace has room for as much as any work before
  /// took at most; what it lacks comes from the heap.
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
  mutable std::vector<MemoryBlock> free_;  ///< as many as there were threads at the same time
};

}  // namespace tanda::internal
