// The square root, for machines with and without a C library. Freestanding: firmware includes this file.
#pragma once

namespace tanda {

/// The square root, without a C library.
inline float root(float x) {
#if defined(__ARM_FP) && defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'
  // The builtin would also call sqrtf to set errno, which would link the C library's variables.
  float result;
  __asm__("vsqrt.f32 %0, %1" : "=t"(result) : "t"(x));
  return result;
#else
  return __builtin_sqrtf(x);
#endif
}
inline double root(double x) {
  return __builtin_sqrt(x);
}

}  // namespace tanda
