// What startup hands over to: a bare program or one with newlib.
#pragma once

extern "C" {
/// The program's main; under another name, because C++ forbids to call it by its own.
int call_main(int count, char** arguments) __asm__("main");
/// Runs main and ends.
[[noreturn]] void run_program();
}

/// Ends the program through semihosting; the number is qemu's exit code.
[[noreturn]] inline void stop_board(int code) {
  constexpr int exit_extended = 0x20, application_exit = 0x20026;
  const int block[2] = {application_exit, code};
  register int operation __asm__("r0") = exit_extended;
  register const int* argument __asm__("r1") = block;
  __asm__ volatile("bkpt 0xab" : "+r"(operation) : "r"(argument) : "memory");
  for (;;) {
  }
}
