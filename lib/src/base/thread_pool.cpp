#include "base/thread_pool.hpp"

#ifdef TANDA_HAS_THREADS
#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>
#endif

#include "base/monitor.hpp"

namespace tanda::internal {

#ifndef TANDA_HAS_THREADS

struct ThreadPool::Shared {};
ThreadPool::ThreadPool(int) {}
ThreadPool::~ThreadPool() = default;
int ThreadPool::size() const {
  return 1;
}
bool ThreadPool::run(Index count, const Work& work, const GoOn& go_on) {
  for (Index i = 0; i < count; ++i) {
    if (!go_on(double(i) / double(count))) return false;
    work(i, 0);
  }
  return true;
}

#else

struct ThreadPool::Shared {
  std::mutex lock;
  std::condition_variable start, end;
  std::vector<std::thread> threads;
  bool closing = false;
  std::uint64_t turn = 0;  ///< number of the current call of `run`
  int busy = 0;            ///< helper threads that are still working for this call

  // Set for the current call of `run`:
  const Work* work = nullptr;
  Index count = 0;
  std::atomic<Index> next{0};
  std::atomic<bool> stop{false};
  std::exception_ptr failure;

  /// Keeps the first exception and stops all workers.
  template <class Do>
  void keep_failure(Do something) {
    try {
      something();
    } catch (...) {
      const std::lock_guard<std::mutex> guard(lock);
      if (!failure) failure = std::current_exception();
      stop = true;
    }
  }

  /// Takes pieces until none are left or the run is stopped.
  template <class Between>
  void take_pieces(int worker, Between between) {
    keep_failure([&] {
      for (Index i = next++; i < count && !stop; i = next++) {
        (*work)(i, worker);
        if (!between()) stop = true;
      }
    });
  }

  void serve(int worker) {
    std::uint64_t served = 0;
    std::unique_lock<std::mutex> guard(lock);
    while (true) {
      start.wait(guard, [&] { return closing || turn != served; });
      if (closing) return;
      served = turn;
      guard.unlock();
      take_pieces(worker, [] { return true; });
      guard.lock();
      if (--busy == 0) end.notify_one();
    }
  }
};

ThreadPool::ThreadPool(int size) : shared_(std::make_unique<Shared>()) {
  shared_->threads.reserve(std::size_t(size > 1 ? size - 1 : 0));
  try {
    for (int worker = 1; worker < size; ++worker) {
      shared_->threads.emplace_back([shared = shared_.get(), worker] { shared->serve(worker); });
    }
  } catch (...) {  // the system gives no more threads or memory: go on with those there are
  }
}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard<std::mutex> guard(shared_->lock);
    shared_->closing = true;
  }
  shared_->start.notify_all();
  for (std::thread& thread : shared_->threads) thread.join();
}

int ThreadPool::size() const {
  return 1 + int(shared_->threads.size());
}

bool ThreadPool::run(Index count, const Work& work, const GoOn& go_on) {
  Shared& shared = *shared_;
  {
    const std::lock_guard<std::mutex> guard(shared.lock);
    shared.work = &work;
    shared.count = count;
    shared.next = 0;
    shared.stop = false;
    shared.failure = nullptr;
    shared.busy = int(shared.threads.size());
    ++shared.turn;
  }
  shared.start.notify_all();
  const auto asked = [&] {
    return go_on(double(std::min<Index>(shared.next, count)) / double(std::max<Index>(1, count)));
  };
  shared.take_pieces(0, asked);
  // The other threads may be in the middle of long pieces: ask the caller while waiting for them.
  std::unique_lock<std::mutex> guard(shared.lock);
  while (!shared.end.wait_for(guard, std::chrono::milliseconds(50), [&] { return shared.busy == 0; })) {
    guard.unlock();
    shared.keep_failure([&] {
      if (!shared.stop && !asked()) shared.stop = true;
    });
    guard.lock();
  }
  if (shared.failure) std::rethrow_exception(shared.failure);
  return !shared.stop;
}

#endif

bool Monitor::share(Index count, Part part, const ThreadPool::Work& work) {
  const auto go_on = [&](double done) { return advance(part.from + (part.to - part.from) * done); };
  if (pool_ && count > 1) return pool_->run(count, work, go_on) && !cancelled();
  for (Index i = 0; i < count; ++i) {
    if (!go_on(double(i) / double(count))) return false;
    work(i, 0);
  }
  return true;
}

}  // namespace tanda::internal
