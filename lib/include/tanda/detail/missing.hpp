// What a reader does where a value is missing.
#pragma once

namespace tanda {

/// Refuses the table, drops the row, or takes the mean of the feature.
enum class Missing : unsigned char { error, drop, mean };

}  // namespace tanda
