// Builds a line of text without a C library.
#pragma once

#include <cstdint>
#include <cstring>

class Line {
 public:
  Line& letter(char c) {
    if (size_ + 1 < sizeof text_) text_[size_++] = c;
    text_[size_] = 0;
    return *this;
  }
  Line& words(const char* text) {
    while (*text) letter(*text++);
    return *this;
  }
  Line& number(int value) {
    if (value < 0) letter('-');
    return natural(value < 0 ? 0u - static_cast<unsigned>(value) : static_cast<unsigned>(value));
  }
  Line& hundredths(unsigned value) {
    natural(value / 100).letter('.');
    return natural(value / 10 % 10).natural(value % 10);
  }
  /// As bits, so that nothing is rounded.
  Line& bits(float value) {
    std::uint32_t word;
    std::memcpy(&word, &value, sizeof word);
    for (int shift = 28; shift >= 0; shift -= 4) letter("0123456789abcdef"[(word >> shift) & 15]);
    return *this;
  }
  const char* text() const { return text_; }

 private:
  Line& natural(unsigned value) {
    if (value >= 10) natural(value / 10);
    return letter(static_cast<char>('0' + value % 10));
  }

  char text_[200] = {};
  std::uint32_t size_ = 0;
};
