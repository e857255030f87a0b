// What a long computation tells and is told: progress, cancellation, seconds by stage, remarks.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace tanda {

struct StageTime {
  std::string name;
  double seconds;
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
  void finish();

  bool cancelled() const { return cancelled_; }
  void note(std::string text) { notes_.push_back(std::move(text)); }
  const std::vector<std::string>& notes() const { return notes_; }
  const std::vector<StageTime>& stages() const { return stages_; }

 private:
  using Clock = std::chrono::steady_clock;
  Callback callback_;
  bool cancelled_ = false;
  bool running_ = false;
  std::size_t current_ = 0;
  Clock::time_point since_;
  std::vector<StageTime> stages_;
  std::vector<std::string> notes_;
};

inline void Monitor::finish() {
  if (running_) stages_[current_].seconds += std::chrono::duration<double>(Clock::now() - since_).count();
  running_ = false;
}

inline void Monitor::stage(const char* name) {
  finish();
  for (current_ = 0; current_ < stages_.size() && stages_[current_].name != name;) ++current_;
  if (current_ == stages_.size()) stages_.push_back({name, 0.0});
  running_ = true;
  since_ = Clock::now();
  advance(0.0);
}

inline bool Monitor::advance(double part) {
  if (!cancelled_ && callback_ && running_) cancelled_ = !callback_(stages_[current_].name.c_str(), part);
  return !cancelled_;
}

}  // namespace tanda
