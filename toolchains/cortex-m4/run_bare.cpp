#include "program.hpp"

void run_program() {
  stop_board(call_main(0, nullptr));
}
