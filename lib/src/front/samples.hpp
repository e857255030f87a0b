// Checks of the caller's samples, for the C++ interface and the C ABI.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/types.hpp"
#include "tanda/status.hpp"

namespace tanda::internal {

/// Checks that rows × cols numbers are possible, so that their size in bytes cannot overflow.
Status check_size(std::size_t rows, std::size_t cols);

/// The number of classes: `given`, or the highest label plus one if that is 0. At most `most`; the label -1
/// is no class.
Result<std::size_t> count_classes(const int* labels, std::size_t rows, std::size_t given, std::size_t most);
/// "0", "1", ...
std::vector<std::string> numbers_as_names(std::size_t count);

/// Checks samples for a model with that number of inputs.
template <class S>
Result<ConstMatrixView<S>> samples_of(const S* x, std::size_t rows, std::size_t cols, std::size_t inputs);

}  // namespace tanda::internal
