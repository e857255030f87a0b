// Samples that a caller hands over, checked: for the C++ front door and the C ABI.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/types.hpp"
#include "tanda/status.hpp"

namespace tanda::internal {

/// Are there so many numbers? Bytes of them cannot wrap then.
Status check_size(std::size_t rows, std::size_t cols);

/// How many classes the labels have: those that were `given`, or the highest number and one more where that
/// is 0. At most `most`; -1 is no class.
Result<std::size_t> count_classes(const int* labels, std::size_t rows, std::size_t given, std::size_t most);
/// "0", "1", ...
std::vector<std::string> numbers_as_names(std::size_t count);

/// Samples for a model of so many inputs.
template <class S>
Result<ConstMatrixView<S>> samples_of(const S* x, std::size_t rows, std::size_t cols, std::size_t inputs);

}  // namespace tanda::internal
