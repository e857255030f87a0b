// Threads that share one computation.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <type_traits>

#include "base/types.hpp"

namespace tanda::internal {

// WebAssembly without its threads has none, nor has the standard library of firmware.
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

/// A pool of threads that wait for work. Results must not depend on which worker does which piece: pieces
/// write to separate places, or are added up in a fixed order.
class ThreadPool {
 public:
  /// Does piece i. `worker` is from 0 to size() − 1, for scratch memory of each worker.
  using Work = std::function<void(Index i, int worker)>;
  /// Called on the caller's thread, between pieces and while it waits for the others, with the fraction that
  /// is done; returning false stops the run.
  using GoOn = std::function<bool(double fraction)>;

  /// As many threads as the system gives, at most `size` including the caller's.
  explicit ThreadPool(int size);
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;
  ~ThreadPool();

  int size() const;
  /// Calls work(i, worker) for each i < count, in ascending order. False if it was stopped. Rethrows the
  /// first exception that the work threw.
  bool run(Index count, const Work& work, const GoOn& go_on);

 private:
  struct Shared;
  std::unique_ptr<Shared> shared_;
};

}  // namespace tanda::internal
