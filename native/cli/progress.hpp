// The progress bar, shown on a terminal for anything that takes over a second. Its callback also passes
// Ctrl-C on to a fit.
#pragma once

#include <chrono>
#include <string>

#include "base/monitor.hpp"

namespace cli {

/// Whether this file descriptor is a terminal.
bool on_terminal(int file);

class Progress {
 public:
  /// `quiet`: shows nothing, only passes Ctrl-C on.
  explicit Progress(bool quiet = false);
  ~Progress() { erase(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Valid as long as this object exists.
  tanda::internal::Monitor::Callback callback();
  void erase();

 private:
  using Clock = std::chrono::steady_clock;
  void show(const char* stage, double fraction);

  bool visible_;
  bool drawn_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
  std::string stage_;  ///< the current one, and when it began, to estimate the time left
  Clock::time_point stage_start_ = start_;
};

}  // namespace cli
