// The caller's samples, checked.
#pragma once

#include "handles.hpp"

namespace tanda::internal::abi {

/// Names and labels of the caller's samples, checked once; the values stay where they are.
struct Input {
  std::vector<std::string> classes, features;
  const int* labels = nullptr;   ///< null: there are none
  const int* patches = nullptr;  ///< from the options
};

/// `whole`: these are all samples, not a subset, so that each class has at least one.
Result<Input> input_of(const tanda_data* data, bool whole = true);

}  // namespace tanda::internal::abi
