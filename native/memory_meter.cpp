#include "memory_meter.hpp"

#ifdef TANDA_METER_GLIBC

#include <errno.h>
#include <malloc.h>

#include <atomic>
#include <cstdint>

namespace {

std::atomic<std::size_t> live_bytes{0};
std::atomic<std::size_t> peak_bytes{0};
std::atomic<std::size_t> allocation_count{0};
std::atomic<std::size_t> failing{SIZE_MAX};
std::atomic<bool> ever_after{false};

/// Whether the current allocation, which has been counted, is to fail.
bool refused() {
  const std::size_t number = allocation_count.fetch_add(1, std::memory_order_relaxed);
  const std::size_t from = failing.load(std::memory_order_relaxed);
  return number == from || (number > from && ever_after.load(std::memory_order_relaxed));
}

void raise_peak(std::size_t now) {
  std::size_t seen = peak_bytes.load(std::memory_order_relaxed);
  while (now > seen && !peak_bytes.compare_exchange_weak(seen, now, std::memory_order_relaxed)) {
  }
}

void* counted(void* block) {
  if (block) {
    const std::size_t size = malloc_usable_size(block);
    raise_peak(live_bytes.fetch_add(size, std::memory_order_relaxed) + size);
  }
  return block;
}

void* no_memory() {
  errno = ENOMEM;
  return nullptr;
}

bool power_of_two(std::size_t n) {
  return n != 0 && (n & (n - 1)) == 0;
}

}  // namespace

namespace meter {
bool available() {
  return true;
}
std::size_t live() {
  return live_bytes.load();
}
std::size_t peak() {
  return peak_bytes.load();
}
void reset_peak() {
  peak_bytes.store(live_bytes.load());
}
std::size_t allocations() {
  return allocation_count.load();
}
void fail_at(std::size_t allocation, bool and_ever_after) {
  ever_after.store(and_ever_after);
  failing.store(allocation);
}
void never_fail() {
  failing.store(SIZE_MAX);
}
}  // namespace meter

// The program's definitions take precedence over those of the C library, also for the C++ runtime; glibc has
// the real ones under these names.
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
void __libc_free(void*);

void* malloc(std::size_t size) noexcept {
  if (refused()) return no_memory();
  return counted(__libc_malloc(size));
}

void* calloc(std::size_t count, std::size_t size) noexcept {
  if (refused()) return no_memory();
  return counted(__libc_calloc(count, size));
}

void* realloc(void* block, std::size_t size) noexcept {
  if (size > 0 && refused()) return no_memory();
  const std::size_t before = block ? malloc_usable_size(block) : 0;
  void* moved = __libc_realloc(block, size);
  if (moved || size == 0) {  // otherwise it failed, and the old block is still valid
    live_bytes.fetch_sub(before, std::memory_order_relaxed);
    counted(moved);
  }
  return moved;
}

void free(void* block) noexcept {
  if (block) live_bytes.fetch_sub(malloc_usable_size(block), std::memory_order_relaxed);
  __libc_free(block);
}

void* memalign(std::size_t alignment, std::size_t size) noexcept {
  if (refused()) return no_memory();
  return counted(__libc_memalign(alignment, size));
}

void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  return memalign(alignment, size);
}

int posix_memalign(void** out, std::size_t alignment, std::size_t size) noexcept {
  if (!power_of_two(alignment) || alignment % sizeof(void*) != 0) return EINVAL;
  void* block = memalign(alignment, size);
  if (!block) return ENOMEM;
  *out = block;
  return 0;
}
}

#else

namespace meter {
bool available() {
  return false;
}
std::size_t live() {
  return 0;
}
std::size_t peak() {
  return 0;
}
void reset_peak() {}
std::size_t allocations() {
  return 0;
}
void fail_at(std::size_t, bool) {}
void never_fail() {}
}  // namespace meter

#endif
