// What a reader does with a missing value.
#pragma once

namespace tanda {

/// What a reader does with a missing value.
enum class Missing : unsigned char {
  error,  ///< refuse the table
  drop,   ///< leave out the row
  mean    ///< replace the value by the mean of the feature
};

}  // namespace tanda
