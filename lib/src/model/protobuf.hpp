// A writer for protocol buffers, limited to what ONNX files need: numbers, bytes and nested messages.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tanda::internal {

class Protobuf {
 public:
  Protobuf& number(unsigned field, std::uint64_t value) {
    varint(field << 3);
    varint(value);
    return *this;
  }
  Protobuf& bytes(unsigned field, std::string_view value) {
    varint(field << 3 | 2u);
    varint(value.size());
    data_ += value;
    return *this;
  }
  Protobuf& message(unsigned field, const Protobuf& value) { return bytes(field, value.data_); }
  /// Appends the fields of another message; fields may come in any order.
  Protobuf& append(const Protobuf& other) {
    data_ += other.data_;
    return *this;
  }
  const std::string& data() const { return data_; }

 private:
  void varint(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) data_ += static_cast<char>(value | 0x80);
    data_ += static_cast<char>(value);
  }
  std::string data_;
};

}  // namespace tanda::internal
