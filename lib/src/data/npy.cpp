// .npy, NumPy's arrays: a short header, then n×d numbers row by row.
#include <cmath>
#include <cstdint>
#include <cstring>

#include "forms.hpp"
#include "tanda/base/decimal.hpp"
#include "tanda/base/text.hpp"

namespace tanda::csv {
namespace {

constexpr std::string_view magic{"\x93NUMPY", 6};

Status unreadable(const std::string& what) {
  return {Code::bad_text, joined({"this .npy file ", what}),
          "save a table with rows of numbers: np.save(file, np.ascontiguousarray(x, '<f8'))"};
}

/// Little-endian bytes as a whole number.
std::uint64_t bits_of(const char* bytes, std::size_t size) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < size; ++i)
    bits |= std::uint64_t(static_cast<unsigned char>(bytes[i])) << (8 * i);
  return bits;
}

/// What the values are, as the header says it: "<f8".
struct Type {
  char name[4];
  std::size_t size() const { return std::size_t(name[2] - '0'); }
};
constexpr Type types[] = {{"<f8"}, {"<f4"}, {"<i8"}, {"<i4"}, {"<i2"},
                          {"|i1"}, {"<u4"}, {"<u2"}, {"|u1"}, {"|b1"}};

std::string text_of(const Type& type, const char* bytes) {
  const std::uint64_t bits = bits_of(bytes, type.size());
  if (type.name[1] != 'f') {
    const int unused = 64 - 8 * int(type.size());
    const bool has_sign = type.name[1] == 'i';
    return std::to_string(has_sign ? std::int64_t(bits << unused) >> unused : std::int64_t(bits));
  }
  double value = 0;
  float single = 0;
  const std::uint32_t word = std::uint32_t(bits);
  if (type.size() == 8) {
    std::memcpy(&value, &bits, 8);
  } else {
    std::memcpy(&single, &word, 4);
    value = double(single);
  }
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  // Whole numbers as people write them: they may be names of classes.
  if (value == std::floor(value) && std::abs(value) < 1e15) return std::to_string(std::int64_t(value));
  return type.size() == 8 ? shortest_text(value, 1) : shortest_text(single, 1);
}

class Npy final : public Form {
 public:
  Status feed(std::string_view piece, std::string& csv) override {
    held_ += piece;
    if (!type_) {
      if (Status s = read_header(); !s || !type_) return s;
    }
    std::size_t at = 0;
    for (; at + type_->size() <= held_.size(); at += type_->size()) {
      if (values_ == rows_ * columns_) return unreadable("goes on after its last value");
      csv += text_of(*type_, held_.data() + at);
      csv += ++values_ % columns_ == 0 ? '\n' : ',';
    }
    held_.erase(0, at);
    return {};
  }

  Status finish(std::string&) override {
    if (!type_ || values_ < rows_ * columns_) return unreadable("ends too early");
    return held_.empty() ? Status() : unreadable("goes on after its last value");
  }

 private:
  /// Nothing happens until all of it is there.
  Status read_header() {
    if (held_.size() < 10) return {};
    const int version = held_[6];
    const std::size_t begin = version == 1 ? 10 : 12;
    if (held_.size() < begin) return {};
    const std::size_t length = std::size_t(bits_of(held_.data() + 8, version == 1 ? 2 : 4));
    if (version < 1 || version > 3 || length > 65536) return unreadable("has a header of an unknown kind");
    if (held_.size() < begin + length) return {};
    const std::string_view header = std::string_view(held_).substr(begin, length);
    const std::string_view name = entry(header, "'descr':");
    for (const Type& type : types)
      if (name.size() > 4 && name.substr(1, 3) == std::string_view(type.name, 3)) type_ = &type;
    if (!type_)
      return unreadable(
          joined({"holds values of the type ", name.substr(0, name.find(',')), ", which are not read"}));
    if (entry(header, "'fortran_order':").substr(0, 5) != "False")
      return unreadable("has its values column by column");
    if (!read_shape(entry(header, "'shape':"))) return unreadable("is no table of rows and columns");
    held_.erase(0, begin + length);
    return {};
  }

  /// What follows a key of the header, without blanks before it.
  static std::string_view entry(std::string_view header, std::string_view key) {
    const std::size_t at = header.find(key);
    if (at == std::string_view::npos) return {};
    header.remove_prefix(at + key.size());
    while (!header.empty() && header[0] == ' ') header.remove_prefix(1);
    return header;
  }

  /// "(150, 4)"
  bool read_shape(std::string_view text) {
    if (text.empty() || text[0] != '(') return false;
    std::uint64_t sizes[2] = {0, 0};
    text.remove_prefix(1);
    for (std::uint64_t& size : sizes) {
      std::size_t digits = 0;
      for (; digits < text.size() && text[digits] >= '0' && text[digits] <= '9' && digits < 10; ++digits)
        size = 10 * size + std::uint64_t(text[digits] - '0');
      if (digits == 0) return false;
      text.remove_prefix(digits);
      if (!text.empty() && text[0] >= '0' && text[0] <= '9') return false;
      while (!text.empty() && (text[0] == ' ' || (&size == sizes && text[0] == ','))) text.remove_prefix(1);
    }
    rows_ = sizes[0];
    columns_ = sizes[1];
    return !text.empty() && text[0] == ')' && columns_ > 0 && rows_ < (std::uint64_t(1) << 60) / columns_;
  }

  std::string held_;
  const Type* type_ = nullptr;
  std::uint64_t rows_ = 0, columns_ = 0, values_ = 0;
};

}  // namespace

FormInfo npy_form() {
  return {"npy", [](std::string_view head) { return head.substr(0, magic.size()) == magic; },
          [](CsvOptions& options) -> std::unique_ptr<Form> {
            options.separator = ',';
            options.decimal = '.';
            options.header = HeaderRow::none;
            return std::make_unique<Npy>();
          }};
}

}  // namespace tanda::csv
