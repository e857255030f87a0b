#include "interrupt.hpp"

#include <csignal>
#include <initializer_list>

namespace cli {

namespace {
volatile std::sig_atomic_t stop_asked = 0;
void ask_to_stop(int) {
  stop_asked = 1;
}
}  // namespace

void catch_interrupts() {
  for (const int signal : {SIGINT, SIGTERM}) {
    struct sigaction old {};
    sigaction(signal, nullptr, &old);
    if (old.sa_handler == SIG_IGN) continue;  // started by nohup or in the background: keep ignoring it
    struct sigaction ours {};
    ours.sa_handler = ask_to_stop;
    ours.sa_flags = SA_RESETHAND;  // no SA_RESTART: a read that waits for a pipe must return
    sigaction(signal, &ours, nullptr);
  }
  std::signal(SIGXFSZ, SIG_IGN);  // exceeding a file size limit then is an ordinary write error
}

bool interrupted() {
  return stop_asked != 0;
}

}  // namespace cli
