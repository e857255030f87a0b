// What is done to features before a fit.
#pragma once

namespace tanda {

/// What is done to each feature, or with `unit` to each sample. `automatic` is zscore where features differ
/// in scale as the columns of a table do, and none where they do not, as in pictures.
enum class Scale : unsigned char { none, zscore, minmax, unit, automatic };

}  // namespace tanda
