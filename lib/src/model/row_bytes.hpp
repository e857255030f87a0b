// Matrices in the format of files: the bytes of their numbers, row by row.
#pragma once

#include <string>

#include "linalg/dense.hpp"

namespace tanda::internal {

/// Converts the numbers to doubles or floats.
template <class T>
std::string row_bytes(Operand<T> matrix, bool as_double);

}  // namespace tanda::internal
