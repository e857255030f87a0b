#include "row_bytes.hpp"

#include <cstring>

namespace tanda::internal {

template <class T>
std::string row_bytes(Operand<T> matrix, bool as_double) {
  const std::size_t size = as_double ? sizeof(double) : sizeof(float);
  std::string bytes(size * static_cast<std::size_t>(matrix.rows * matrix.cols), '\0');
  char* to = bytes.data();
  const Index down = matrix.transposed ? matrix.stride : 1, right = matrix.transposed ? 1 : matrix.stride;
  for (Index i = 0; i < matrix.height(); ++i) {
    for (Index j = 0; j < matrix.width(); ++j, to += size) {
      const auto wide = static_cast<double>(matrix.data[i * down + j * right]);
      const auto narrow = static_cast<float>(wide);
      std::memcpy(to, as_double ? static_cast<const void*>(&wide) : &narrow, size);
    }
  }
  return bytes;
}

template std::string row_bytes(Operand<float>, bool);
template std::string row_bytes(Operand<double>, bool);

}  // namespace tanda::internal
