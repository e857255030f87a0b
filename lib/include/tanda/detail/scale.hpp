// How features are scaled before a fit.
#pragma once

namespace tanda {

/// The scaling of each feature, or with `unit` of each sample, before a fit. It becomes part of the model,
/// which takes samples in their original units.
enum class Scale : unsigned char {
  none,      ///< nothing
  zscore,    ///< divide each feature by its standard deviation
  minmax,    ///< divide each feature by its range
  unit,      ///< scale each sample to unit length
  automatic  ///< zscore where features differ in scale by more than 10 times, as columns of a table often do;
             ///< else none, as for images
};

}  // namespace tanda
