#include "semihosting.hpp"

namespace {

int call(int operation, const void* block) {
  register int result __asm__("r0") = operation;
  register const void* argument __asm__("r1") = block;
  __asm__ volatile("bkpt 0xab" : "+r"(result) : "r"(argument) : "memory");
  return result;
}

constexpr int open_file = 0x01, write_file = 0x05;

int standard_output() {
  static const char console[] = ":tt";
  struct {
    const char* name;
    int mode, length;
  } const block = {console, 4, sizeof console - 1};  // 4 = "w", which means the output
  return call(open_file, &block);
}

}  // namespace

void say(const char* text) {
  static const int output = standard_output();
  std::uint32_t length = 0;
  while (text[length]) ++length;
  struct {
    int file;
    const char* text;
    std::uint32_t length;
  } const block = {output, text, length};
  call(write_file, &block);
}
