// The progress bar: on a terminal, for what takes over a second; and the way Ctrl-C reaches a fit.
#pragma once

#include <chrono>
#include <string>

#include "base/monitor.hpp"

namespace cli {

/// Is there a person at this file descriptor?
bool on_terminal(int file);

class Progress {
 public:
  /// `quiet`: only listens for Ctrl-C.
  explicit Progress(bool quiet = false);
  ~Progress() { erase(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Valid as long as this object.
  tanda::internal::Monitor::Callback callback();
  void erase();

 private:
  using Clock = std::chrono::steady_clock;
  void show(const char* stage, double part);

  bool visible_;
  bool drawn_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
  std::string stage_;  ///< and since when it runs: what is left is guessed from that
  Clock::time_point stage_start_ = start_;
};

}  // namespace cli
