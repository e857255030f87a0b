// What a long computation tells and is told: progress, cancellation, seconds by stage, remarks, the memory it
// took and how much is left for what no plan can foresee; and who helps.
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

/// Bytes of a fit beside its data: what it was planned to take at most, and what it did take. 0 = it did not
/// come so far.
struct MemoryUse {
  std::uint64_t planned = 0, peak = 0;
};

/// Cancellation is sticky: loops stop early when `advance` is false, and whoever started the work
/// asks `cancelled()` once at the end and throws the unfinished result away.
class Monitor {
 public:
  /// Gets the stage and the part of it that is done (0..1); false cancels.
  using Callback = std::function<bool(const char* stage, double part)>;

  Monitor() = default;
  explicit Monitor(Callback callback) : callback_(std::move(callback)) {}

  void stage(const char* name);
  bool advance(double part);
  /// For a long loop that cannot say how far its stage is: asks again when as many operations are done as
  /// take some hundredths of a second. Counts and no clock, so that it asks at the same places every time.
  bool work(double operations) {
    since_asked_ += operations;
    return since_asked_ < asked_every ? !cancelled_ : advance(part_);
  }
  void finish();

  bool cancelled() const { return cancelled_; }

  /// Bytes that are left for sparse factors.
  void allow(double bytes) { allowed_ = bytes; }
  /// Whether a factor of so many bytes may be made; if not, the work is cancelled.
  bool afford(double bytes) {
    if (bytes <= allowed_) return true;
    refused_ = bytes;
    cancelled_ = true;
    return false;
  }
  /// Bytes of the factor that was too large, 0 if none was.
  double refused() const { return refused_; }

  /// What a fit took.
  void took(MemoryUse memory) { memory_ = memory; }
  /// Of the last one.
  const MemoryUse& memory() const { return memory_; }

  /// Whose threads share the work; null: nobody's.
  void join(ThreadPool* pool) { pool_ = pool; }
  /// How many there are to be, where nothing is computed.
  void expect(int workers) { expected_ = workers; }
  int workers() const { return pool_ ? pool_->size() : expected_; }
  /// Where a loop begins and ends within its stage.
  struct Part {
    double from = 0, to = 1;
  };
  /// Calls work(i, who) for each i < count, on the pool's threads if there are any. False if cancelled.
  bool share(Index count, Part part, const ThreadPool::Work& work);

  void note(std::string text) { notes_.push_back(std::move(text)); }
  const std::vector<std::string>& notes() const { return notes_; }
  const std::vector<StageTime>& stages() const { return stages_; }

 private:
  Callback callback_;
  static constexpr double asked_every = 5e7;
  double since_asked_ = 0;  ///< operations
  double part_ = 0;
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

inline bool Monitor::advance(double part) {
  part_ = part;
  since_asked_ = 0;
  if (!cancelled_ && callback_ && running_) cancelled_ = !callback_(stages_[current_].name.c_str(), part);
  return !cancelled_;
}

/// Whether a loop that may have nobody to ask goes on.
inline bool goes_on(Monitor* monitor, double operations) {
  return !monitor || monitor->work(operations);
}
inline bool stopped(const Monitor* monitor) {
  return monitor && monitor->cancelled();
}

}  // namespace tanda::internal
