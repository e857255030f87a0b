// What a reader does where a value is missing.
#pragma once

namespace tanda {

/// What a reader does where a value is missing.
enum class Missing : unsigned char {
  error,  ///< refuse the table
  drop,   ///< leave the row out
  mean    ///< take the mean of the feature
};

}  // namespace tanda
