// exp(x) with the same digits on every processor that runs a build; a C library may choose a different
// routine on each.
#pragma once

#include <cstdint>
#include <cstring>

namespace tanda::internal {

/// exp(x) for x up to 700, to 1e-15 of its value; 0 below -700. NaN stays NaN.
inline double exponential(double x) {
  // exp(x) = 2^k exp(r) with |r| ≤ ln(2)/2. Adding 1.5·2^52 rounds to a whole number and leaves it in the
  // lowest bits.
  constexpr double shift = 6755399441055744.0, log2_e = 1.4426950408889634;
  constexpr double ln2_head = 0.693147180369123816490,
                   ln2_tail = 1.90821492927058770002e-10;  // k·head is exact
  const double shifted = x * log2_e + shift, k = shifted - shift;
  const double r = (x - k * ln2_head) - k * ln2_tail;
  // Taylor series up to r^13/13!; the remainder is below 1e-17.
  double sum = 1.0 / 6227020800;
  sum = sum * r + 1.0 / 479001600;
  sum = sum * r + 1.0 / 39916800;
  sum = sum * r + 1.0 / 3628800;
  sum = sum * r + 1.0 / 362880;
  sum = sum * r + 1.0 / 40320;
  sum = sum * r + 1.0 / 5040;
  sum = sum * r + 1.0 / 720;
  sum = sum * r + 1.0 / 120;
  sum = sum * r + 1.0 / 24;
  sum = sum * r + 1.0 / 6;
  sum = sum * r + 1.0 / 2;
  sum = (sum * r) * r + r + 1;
  std::uint64_t bits;
  std::memcpy(&bits, &shifted, sizeof bits);
  bits = (bits + 1023) << 52;
  double power;
  std::memcpy(&power, &bits, sizeof power);
  return x < -700 ? 0 : sum * power;
}

}  // namespace tanda::internal
