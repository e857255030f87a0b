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
          "save a table with rows of numbers: np.save(file, np.ascontiguousarray(x))"};
}

/// Little-endian bytes as a number of this type.
template <class T>
T value_of(const char* bytes) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i)
    bits |= std::uint64_t(static_cast<unsigned char>(bytes[i])) << (8 * i);
  T value;
  if constexpr (sizeof(T) == 8) {
    std::memcpy(&value, &bits, 8);
  } else if constexpr (sizeof(T) == 4) {
    const std::uint32_t word = std::uint32_t(bits);
    std::memcpy(&value, &word, 4);
  } else if constexpr (sizeof(T) == 2) {
    const std::uint16_t word = std::uint16_t(bits);
    std::memcpy(&value, &word, 2);
  } else {
    value = T(bits);
  }
  return value;
}

template <class T>
std::string text_of(const char* bytes) {
  const T value = value_of<T>(bytes);
  if constexpr (std::is_integral_v<T>) {
    return joined({static_cast<long long>(value)});
  } else {
    if (std::isnan(value)) return "nan";
    if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
    return shortest_text(value, 1);
  }
}

struct Type {
  const char* name;
  std::size_t size;
  std::string (*text)(const char* bytes);
};
constexpr Type types[] = {{"<f8", 8, text_of<double>},        {"<f4", 4, text_of<float>},
                          {"<i8", 8, text_of<std::int64_t>},  {"<i4", 4, text_of<std::int32_t>},
                          {"<i2", 2, text_of<std::int16_t>},  {"|i1", 1, text_of<std::int8_t>},
                          {"<u4", 4, text_of<std::uint32_t>}, {"<u2", 2, text_of<std::uint16_t>},
                          {"|u1", 1, text_of<std::uint8_t>},  {"|b1", 1, text_of<std::uint8_t>}};

class Npy final : public Form {
 public:
  Status feed(std::string_view piece, std::string& csv) override {
    held_ += piece;
    if (!type_) {
      if (Status s = read_header(); !s || !type_) return s;
    }
    std::size_t at = 0;
    for (; at + type_->size <= held_.size(); at += type_->size) {
      if (values_ == rows_ * columns_) return unreadable("goes on after its last value");
      csv += type_->text(held_.data() + at);
      csv += ++values_ % columns_ == 0 ? '\n' : ',';
    }
    held_.erase(0, at);
    return {};
  }

  Status finish(std::string&) override {
    if (!type_ || values_ < rows_ * columns_ || !held_.empty()) return unreadable("ends too early");
    return {};
  }

 private:
  /// Nothing happens until all of it is there.
  Status read_header() {
    if (held_.size() < 10) return {};
    const int version = held_[6];
    const std::size_t begin = version == 1 ? 10 : 12;
    if (held_.size() < begin) return {};
    const std::size_t length =
        version == 1 ? value_of<std::uint16_t>(held_.data() + 8) : value_of<std::uint32_t>(held_.data() + 8);
    if (version < 1 || version > 3 || length > 65536) return unreadable("has a header of an unknown kind");
    if (held_.size() < begin + length) return {};
    const std::string_view header = std::string_view(held_).substr(begin, length);
    const std::string_view name = entry(header, "'descr':");
    for (const Type& type : types)
      if (name.size() > 4 && name.substr(1, 3) == type.name) type_ = &type;
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
      while (!text.empty() && (text[0] == ' ' || (&size == sizes && text[0] == ','))) text.remove_prefix(1);
    }
    rows_ = sizes[0];
    columns_ = sizes[1];
    return !text.empty() && text[0] == ')' && columns_ > 0;
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
