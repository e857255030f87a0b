// From reset to the program: the floating point unit on, .data copied, .bss cleared, constructors run.
#include <cstdint>

#include "program.hpp"

extern "C" {
extern std::uint32_t data_begin, data_end, bss_begin, bss_end, stack_top;  // of the linker script
extern const std::uint32_t data_source;
extern void (*const init_array_begin[])();
extern void (*const init_array_end[])();

[[noreturn]] void start() {
  const std::uint32_t* from = &data_source;
  for (std::uint32_t* to = &data_begin; to != &data_end;) *to++ = *from++;
  for (std::uint32_t* to = &bss_begin; to != &bss_end;) *to++ = 0;
  for (auto* construct = init_array_begin; construct != init_array_end; ++construct) (*construct)();
  run_program();
}

/// Before anything that could use a floating point register: no compiled code here.
[[gnu::naked, noreturn]] void reset() {
  __asm__ volatile(
      "ldr r0, =0xe000ed88\n"  // CPACR: full access to coprocessors 10 and 11
      "ldr r1, [r0]\n"
      "orr r1, r1, #0xf00000\n"
      "str r1, [r0]\n"
      "dsb\n"
      "isb\n"
      "b start\n");
}

/// Also of every other exception: nothing here should raise one.
[[noreturn]] void fault() {
  stop_board(99);
}

using Handler = void (*)();
struct Vectors {
  const void* stack;
  Handler handlers[15];
};
extern const Vectors vectors;  // else it would be local, and dropped
[[gnu::section(".vectors"), gnu::used]] const Vectors vectors = {
    &stack_top,
    {reset, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault,
     fault}};
}
