#include "progress.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "interrupt.hpp"

namespace cli {

namespace {
constexpr int bar_width = 30;

std::string time_left(double seconds) {
  if (seconds < 90) return std::to_string(static_cast<int>(seconds + 1)) + " s left";
  if (seconds < 5400) return std::to_string(static_cast<int>(seconds / 60 + 1)) + " min left";
  return std::to_string(static_cast<int>(seconds / 3600 + 1)) + " h left";
}
}  // namespace

bool on_terminal(int file) {
  const char* terminal = std::getenv("TERM");
  return isatty(file) && terminal && std::string(terminal) != "dumb";
}

Progress::Progress(bool quiet) : visible_(!quiet && on_terminal(STDERR_FILENO)) {}

tanda::internal::Monitor::Callback Progress::callback() {
  return [this](const char* stage, double fraction) {
    if (visible_) show(stage, fraction);
    return !interrupted();
  };
}

void Progress::show(const char* stage, double fraction) {
  using namespace std::chrono_literals;
  const Clock::time_point now = Clock::now();
  if (stage_ != stage) {
    stage_ = stage;
    stage_start_ = now;
  }
  if (now - start_ < 1s || (drawn_ && now - last_ < 100ms)) return;
  last_ = now;
  drawn_ = true;
  const double done = std::min(1.0, std::max(0.0, fraction));
  const int filled = static_cast<int>(done * bar_width);
  const std::string bar = std::string(filled, '=') + std::string(bar_width - filled, ' ');
  const double elapsed = std::chrono::duration<double>(now - stage_start_).count();
  const std::string left = elapsed > 3 && done > 0.01 ? "  " + time_left(elapsed * (1 - done) / done) : "";
  std::fprintf(stderr, "\r\033[K%-12.20s [%s] %3d %%%s", stage, bar.c_str(), static_cast<int>(done * 100),
               left.c_str());
  std::fflush(stderr);
}

void Progress::erase() {
  if (drawn_) std::fputs("\r\033[K", stderr);
  drawn_ = false;
}

}  // namespace cli
