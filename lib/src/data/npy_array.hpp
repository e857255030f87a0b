// Reads NumPy arrays: a magic number, the length of the header, the header (a Python dictionary), and the
// values.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tanda::internal::csv {

inline constexpr std::string_view npy_magic{"\x93NUMPY", 6};

struct NpyHeader {
  char kind = 'f';                      ///< f, i, u, b; U or S are texts of fixed width
  std::size_t item = 0;                 ///< bytes of a value
  int dims = 0;                         ///< number of dimensions of the shape
  std::uint64_t rows = 1, columns = 1;  ///< the first two dimensions
  bool by_columns = false;              ///< the values are stored column by column
  std::size_t size = 0;                 ///< bytes before the values

  bool text() const { return kind == 'U' || kind == 'S'; }
  /// The number of values; 0 if the product overflows.
  std::uint64_t count() const {
    return rows > 0 && columns < (std::uint64_t(1) << 56) / rows / item ? rows * columns : 0;
  }
};

/// Whether the start of an array can be read. `incomplete`: more bytes are needed to decide.
struct NpyAnswer {
  bool incomplete = false;
  std::string wrong{};  ///< the error, as the end of a sentence; "" = none
};
NpyAnswer read_npy_header(std::string_view bytes, NpyHeader& header);

/// Appends a value as a CSV field.
void append_npy_value(const NpyHeader& header, const char* bytes, std::string& csv);

}  // namespace tanda::internal::csv
