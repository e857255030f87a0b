// NumPy's arrays: a magic, the length of a header, the header (a Python dictionary), and the values.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tanda::internal::csv {

inline constexpr std::string_view npy_magic{"\x93NUMPY", 6};

struct NpyHeader {
  char kind = 'f';                      ///< f, i, u, b; U or S are texts of fixed width
  std::size_t item = 0;                 ///< bytes of a value
  int dims = 0;                         ///< of the shape
  std::uint64_t rows = 1, columns = 1;  ///< the first two of them
  bool by_columns = false;              ///< the values stand column after column
  std::size_t size = 0;                 ///< bytes before the values

  bool text() const { return kind == 'U' || kind == 'S'; }
  /// Values there are; 0 where the product would be too large, too.
  std::uint64_t count() const {
    return rows > 0 && columns < (std::uint64_t(1) << 56) / rows / item ? rows * columns : 0;
  }
};

/// Whether the beginning of an array can be read. `incomplete`: with more bytes it may.
struct NpyAnswer {
  bool incomplete = false;
  std::string wrong{};  ///< what is wrong, as the end of a sentence; "" = nothing
};
NpyAnswer read_npy_header(std::string_view bytes, NpyHeader& header);

/// Adds a value as a field of CSV.
void append_npy_value(const NpyHeader& header, const char* bytes, std::string& csv);

}  // namespace tanda::internal::csv
