// Matrices as files have them: the bytes of their numbers, row after row.
#pragma once

#include <string>

#include "linalg/dense.hpp"

namespace tanda::internal {

/// As doubles or as floats, whatever they are.
template <class T>
std::string row_bytes(Operand<T> matrix, bool as_double);

}  // namespace tanda::internal
