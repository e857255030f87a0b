// Lists of descriptors of one kind (kernels, exporters, readers), each made in a file of its own and named by
// one line of the list.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tanda::internal {

/// A view on a list of descriptors that have an `id`.
template <class Info>
class Catalog {
 public:
  template <std::size_t n>
  constexpr Catalog(const Info* const (&entries)[n]) : first_(entries), size_(n) {}

  /// Dereferences to descriptors, not to pointers to them.
  class Iterator {
   public:
    constexpr explicit Iterator(const Info* const* at) : at_(at) {}
    constexpr const Info& operator*() const { return **at_; }
    constexpr Iterator& operator++() {
      ++at_;
      return *this;
    }
    constexpr bool operator!=(const Iterator& other) const { return at_ != other.at_; }

   private:
    const Info* const* at_;
  };
  constexpr Iterator begin() const { return Iterator(first_); }
  constexpr Iterator end() const { return Iterator(first_ + size_); }
  constexpr std::size_t size() const { return size_; }
  constexpr const Info& operator[](std::size_t i) const { return *first_[i]; }

  /// Null if there is none of that id.
  const Info* find(std::string_view id) const {
    for (const Info& info : *this)
      if (id == info.id) return &info;
    return nullptr;
  }
  std::vector<std::string> ids() const {
    std::vector<std::string> result;
    for (const Info& info : *this) result.emplace_back(info.id);
    return result;
  }

 private:
  const Info* const* first_;
  std::size_t size_;
};

}  // namespace tanda::internal
