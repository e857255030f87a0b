// The connection between a long computation and its caller: progress, cancellation, seconds by stage, notes,
// the memory it took, the limit for sparse factors (which no plan can foresee), and the threads that share
// the work.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "base/thread_pool.hpp"

namespace tanda::internal {

struct StageTime {
  std::string name;
  double seconds;
};

/// Bytes of a fit besides its data: the most it was planned to take, and what it took. 0 if the fit ended
/// before.
struct MemoryUse {
  std::uint64_t planned = 0, peak = 0;
};

/// Cancellation is sticky: loops stop early once `advance` has returned false. The caller of a computation
/// asks `cancelled()` once at its end and discards the unfinished result.
class Monitor {
 public:
  /// Called with the stage and the fraction of it that is done (0..1); returning false cancels.
  using Callback = std::function<bool(const char* stage, double fraction)>;

  Monitor() = default;
  explicit Monitor(Callback callback) : callback_(std::move(callback)) {}

  void stage(const char* name);
  bool advance(double fraction);
  /// For a long loop that does not know which fraction of its stage it is: calls the callback again after as
  /// many operations as take some hundredths of a second. It counts operations instead of reading a clock, so
  /// that a computation is interrupted at the same places every time.
  bool work(double operations) {
    since_asked_ += operations;
    return since_asked_ < asked_every ? !cancelled_ : advance(fraction_);
  }
  void finish();

  bool cancelled() const { return cancelled_; }

  /// Sets how many bytes sparse factors may take.
  void allow(double bytes) { allowed_ = bytes; }
  /// Whether a factor of that many bytes may be made; otherwise the work is cancelled.
  bool afford(double bytes) {
    if (bytes <= allowed_) return true;
    refused_ = bytes;
    cancelled_ = true;
    return false;
  }
  /// Bytes of the factor that was refused by `afford`, 0 if none was.
  double refused() const { return refused_; }

  /// Records what a fit took.
  void took(MemoryUse memory) { memory_ = memory; }
  /// What the last fit took.
  const MemoryUse& memory() const { return memory_; }

  /// The thread pool that shares the work; null for none.
  void join(ThreadPool* pool) { pool_ = pool; }
  /// How many workers there will be, for a counting run that computes nothing.
  void expect(int workers) { expected_ = workers; }
  int workers() const { return pool_ ? pool_->size() : expected_; }
  /// The range of fractions of its stage that a loop covers.
  struct Part {
    double from = 0, to = 1;
  };
  /// Calls work(i, worker) for each i < count, on the pool's threads if there are any. False if cancelled.
  bool share(Index count, Part part, const ThreadPool::Work& work);

  void note(std::string text) { notes_.push_back(std::move(text)); }
  const std::vector<std::string>& notes() const { return notes_; }
  const std::vector<StageTime>& stages() const { return stages_; }

 private:
  Callback callback_;
  static constexpr double asked_every = 5e7;
  double since_asked_ = 0;  ///< operations
  double fraction_ = 0;
  bool cancelled_ = false;
  bool running_ = false;
  ThreadPool* pool_ = nullptr;
  int expected_ = 1;
  double allowed_ = std::numeric_limits<double>::infinity();
  double refused_ = 0;
  MemoryUse memory_;
  std::size_t current_ = 0;
  double since_ = 0;
  std::vector<StageTime> stages_;
  std::vector<std::string> notes_;
};

inline void Monitor::finish() {
  if (running_) stages_[current_].seconds += seconds_now() - since_;
  running_ = false;
}

inline void Monitor::stage(const char* name) {
  finish();
  for (current_ = 0; current_ < stages_.size() && stages_[current_].name != name;) ++current_;
  if (current_ == stages_.size()) stages_.push_back({name, 0.0});
  running_ = true;
  since_ = seconds_now();
  advance(0.0);
}

inline bool Monitor::advance(double fraction) {
  fraction_ = fraction;
  since_asked_ = 0;
  if (!cancelled_ && callback_ && running_) cancelled_ = !callback_(stages_[current_].name.c_str(), fraction);
  return !cancelled_;
}

/// Counts operations as Monitor::work; true without a monitor.
inline bool goes_on(Monitor* monitor, double operations) {
  return !monitor || monitor->work(operations);
}
inline bool stopped(const Monitor* monitor) {
  return monitor && monitor->cancelled();
}

}  // namespace tanda::internal
