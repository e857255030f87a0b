// What is done to features before a fit.
#pragma once

namespace tanda {

/// What is done to each feature, or with `unit` to each sample, before a fit. It becomes part of the model,
/// which takes samples in their own units.
enum class Scale : unsigned char {
  none,      ///< nothing
  zscore,    ///< divide each feature by its standard deviation
  minmax,    ///< divide each feature by its range
  unit,      ///< bring each sample to length one
  automatic  ///< zscore where features differ in scale as the columns of a table do, else none, as for
             ///< pictures
};

}  // namespace tanda
