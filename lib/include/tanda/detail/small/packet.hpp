// SIMD packets by the compiler's vector extensions, which also work where Eigen has no packets, as in
// WebAssembly. On machines without SIMD a packet is a single number. Firmware includes this file.
#pragma once

#include <cstring>
#include <type_traits>

namespace tanda::small {

using Index = int;

#if defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'
inline constexpr int register_bytes = 1;
#elif defined(__AVX512F__)
inline constexpr int register_bytes = 64;
#elif defined(__AVX__)
inline constexpr int register_bytes = 32;
#else
inline constexpr int register_bytes = 16;  // SSE, NEON, WebAssembly; elsewhere the compiler emulates it
#endif

/// Numbers per register.
template <class T>
constexpr int lanes = register_bytes > int(sizeof(T)) ? register_bytes / int(sizeof(T)) : 1;

/// Whether a register holds more than one number.
template <class T>
constexpr bool share = (lanes<T>) > 1;

template <class T, int wide>
struct PacketOf {
  typedef T type __attribute__((vector_size(wide * sizeof(T))));
};
template <class T>
struct PacketOf<T, 1> {
  using type = T;
};
template <class T, int wide = lanes<T>>
using Packet = typename PacketOf<T, wide>::type;

template <int wide, class T>
[[gnu::always_inline]] inline Packet<T, wide> load(const T* from) {
  Packet<T, wide> packet;
  std::memcpy(&packet, from, sizeof packet);
  return packet;
}
template <int wide, class T>
[[gnu::always_inline]] inline void store(T* to, Packet<T, wide> packet) {
  std::memcpy(to, &packet, sizeof packet);
}
template <int wide, class T>
[[gnu::always_inline]] inline Packet<T, wide> same(T value) {
  return value - Packet<T, wide>{};
}
template <class T, int wide = lanes<T>>
[[gnu::always_inline]] inline T sum(Packet<T, wide> packet) {
  if constexpr (wide == 1) {
    return packet;
  } else {
    T result = 0;
    for (int l = 0; l < wide; ++l) result += packet[l];
    return result;
  }
}

template <int wide>
using Wide = std::integral_constant<int, wide>;

/// Covers i..size with packets: calls use(i, Wide<w>{}) for each w numbers from i on. w is a whole register
/// as long as possible, then half of it, down to one number.
template <class T, int wide = lanes<T>, class Use>
[[gnu::always_inline]] inline void each_packet(Index i, Index size, const Use& use) {
  for (; i + wide <= size; i += wide) use(i, Wide<wide>{});
  if constexpr (wide > 1) each_packet<T, wide / 2>(i, size, use);
}

}  // namespace tanda::small
