// The fields of one row, stored in one text: an empty field takes four bytes instead of a string.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tanda::internal::csv {

class Cells {
 public:
  void reserve(std::size_t cells) { ends_.reserve(cells); }
  void push(std::string_view text) {
    text_ += text;
    ends_.push_back(static_cast<std::uint32_t>(text_.size()));
  }
  void clear() {
    text_.clear();
    ends_.clear();
  }
  std::size_t size() const { return ends_.size(); }
  bool empty() const { return ends_.empty(); }
  std::string_view operator[](std::size_t i) const {
    const std::size_t begin = i > 0 ? ends_[i - 1] : 0;
    return std::string_view(text_).substr(begin, ends_[i] - begin);
  }
  const std::string& text() const { return text_; }
  std::size_t bytes() const { return text_.capacity() + sizeof(std::uint32_t) * ends_.capacity(); }

 private:
  std::string text_;
  std::vector<std::uint32_t> ends_;
};

}  // namespace tanda::internal::csv
