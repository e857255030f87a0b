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
}

bool on_terminal(int file) {
  const char* terminal = std::getenv("TERM");
  return isatty(file) && terminal && std::string(terminal) != "dumb";
}

Progress::Progress(bool quiet) : visible_(!quiet && on_terminal(STDERR_FILENO)) {}

tanda::Monitor::Callback Progress::callback() {
  return [this](const char* stage, double part) {
    if (visible_) show(stage, part);
    return !interrupted();
  };
}

void Progress::show(const char* stage, double part) {
  using namespace std::chrono_literals;
  const Clock::time_point now = Clock::now();
  if (now - start_ < 1s || (drawn_ && now - last_ < 100ms)) return;
  last_ = now;
  drawn_ = true;
  const double done = std::min(1.0, std::max(0.0, part));
  const int filled = static_cast<int>(done * bar_width);
  const std::string bar = std::string(filled, '=') + std::string(bar_width - filled, ' ');
  std::fprintf(stderr, "\r\033[K%-12.20s [%s] %3d %%", stage, bar.c_str(), static_cast<int>(done * 100));
  std::fflush(stderr);
}

void Progress::erase() {
  if (drawn_) std::fputs("\r\033[K", stderr);
  drawn_ = false;
}

}  // namespace cli
