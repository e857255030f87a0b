// Threads that share one computation.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <type_traits>

#include "base/types.hpp"

namespace tanda::internal {

// None in WebAssembly without its threads, nor in firmware, whose library has none.
#if (defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__)) || \
    (defined(__GLIBCXX__) && !defined(_GLIBCXX_HAS_GTHREADS))
inline constexpr bool has_threads = false;
#else
inline constexpr bool has_threads = true;
#define TANDA_HAS_THREADS
#endif

/// A mutex that does nothing, for targets without threads.
struct Unlocked {
  void lock() {}
  void unlock() {}
};
#ifdef TANDA_HAS_THREADS
using Mutex = std::mutex;
#else
using Mutex = Unlocked;
#endif
using Guard = std::lock_guard<Mutex>;

/// Some threads that wait for work, and the one that gives it. What comes out must not depend on who does
/// what: pieces write to places of their own, or add up in an order of their own.
class ThreadPool {
 public:
  /// Does piece i; `who` < size() is one of those at work, for scratch of its own.
  using Work = std::function<void(Index i, int who)>;
  /// Asked by the caller's thread, between pieces and while it waits for the others, with the part that is
  /// done; false stops.
  using GoOn = std::function<bool(double part)>;

  /// As many threads as the system gives, up to `size` with the caller's.
  explicit ThreadPool(int size);
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;
  ~ThreadPool();

  int size() const;
  /// Calls work(i, who) for each i < count, low ones first. False if it was stopped; throws what the work
  /// threw first.
  bool run(Index count, const Work& work, const GoOn& go_on);

 private:
  struct Shared;
  std::unique_ptr<Shared> shared_;
};

}  // namespace tanda::internal
