// An array of plain values, in a workspace's memory or on the heap.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <initializer_list>
#include <type_traits>

#include "base/memory_block.hpp"

namespace tanda::internal {

/// A read-only view of contiguous values that belong to another object. In a counting workspace it has a size
/// but no values.
template <class T>
struct Span {
  const T* first = nullptr;
  std::ptrdiff_t count = 0;

  const T* begin() const { return first; }
  const T* end() const { return first + count; }
  std::ptrdiff_t size() const { return count; }
  const T& operator[](std::ptrdiff_t i) const { return first[i]; }
};

/// Like std::vector, for trivially copyable values. In a counting workspace it has a size but no values.
/// Growing past the capacity takes a new block before the old one is given back, so reserve the final size
/// beforehand.
template <class T>
class Array {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  using value_type = T;
  using iterator = T*;
  using const_iterator = const T*;

  Array() = default;
  explicit Array(Workspace* home) { block_.move_to(home); }
  explicit Array(std::size_t size, T value = T{}) : Array(nullptr, size, value) {}
  Array(Workspace* home, std::size_t size, T value = T{})
      : block_(home, std::uint64_t(size) * sizeof(T)), size_(size) {
    if (data()) std::fill_n(data(), size_, value);
  }
  Array(std::initializer_list<T> values) : Array(values.begin(), values.end()) {}
  Array(const T* first, const T* last, Workspace* home = nullptr)
      : block_(home, std::size_t(last - first) * sizeof(T)) {
    size_ = std::size_t(last - first);
    if (data()) std::copy(first, last, data());
  }
  Array(const Array& other) : block_(other.block_.home(), other.size_ * sizeof(T)), size_(other.size_) {
    if (data() && other.data()) std::copy_n(other.data(), size_, data());
  }
  Array(Array&& other) noexcept : block_(std::move(other.block_)), size_(std::exchange(other.size_, 0)) {}
  Array& operator=(const Array& other) {
    if (this != &other) assign(other.begin(), other.end());
    return *this;
  }
  Array& operator=(Array&& other) noexcept {
    block_ = std::move(other.block_);
    size_ = std::exchange(other.size_, 0);
    return *this;
  }
  ~Array() = default;

  T* data() { return static_cast<T*>(block_.data()); }
  const T* data() const { return static_cast<const T*>(block_.data()); }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  std::size_t capacity() const { return std::size_t(block_.bytes() / sizeof(T)); }
  Workspace* home() const { return block_.home(); }
  T& operator[](std::size_t i) { return data()[i]; }
  const T& operator[](std::size_t i) const { return data()[i]; }
  T* begin() { return data(); }
  T* end() { return data() + size_; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }
  T& front() { return data()[0]; }
  const T& front() const { return data()[0]; }
  T& back() { return data()[size_ - 1]; }
  const T& back() const { return data()[size_ - 1]; }

  void reserve(std::size_t capacity) {
    if (capacity <= this->capacity()) return;
    MemoryBlock larger(home(), std::uint64_t(capacity) * sizeof(T));
    if (larger.data() && size_ > 0) std::copy_n(data(), size_, static_cast<T*>(larger.data()));
    block_ = std::move(larger);
  }
  void resize(std::size_t size, T value = T{}) {
    reserve(size);
    if (data() && size > size_) std::fill(data() + size_, data() + size, value);
    size_ = size;
  }
  void assign(std::size_t size, T value) {
    size_ = 0;
    resize(size, value);
  }
  void assign(const T* first, const T* last) {
    size_ = 0;
    reserve(std::size_t(last - first));
    size_ = std::size_t(last - first);
    if (data()) std::copy(first, last, data());
  }
  void push_back(T value) {
    if (size_ == capacity()) reserve(std::max<std::size_t>(8, 2 * size_));
    data()[size_++] = value;
  }
  template <class... Arguments>
  void emplace_back(Arguments... arguments) {
    push_back(T{arguments...});
  }
  void pop_back() { --size_; }
  void clear() { size_ = 0; }
  /// Drops all values from `first` on.
  void cut(const T* first) { size_ = std::size_t(first - data()); }
  void swap(Array& other) noexcept { std::swap(*this, other); }

  friend bool operator==(const Array& a, const Array& b) {
    return a.size_ == b.size_ && std::equal(a.begin(), a.end(), b.begin());
  }
  friend bool operator!=(const Array& a, const Array& b) { return !(a == b); }

 private:
  MemoryBlock block_;
  std::size_t size_ = 0;
};

}  // namespace tanda::internal
