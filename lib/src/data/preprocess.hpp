// Preprocessing: unit length · scale · centre · PCA (or the span of the data), stored as one affine map.
#pragma once

#include "base/monitor.hpp"
#include "data/dataset.hpp"
#include "data/samples.hpp"
#include "tanda/detail/scale.hpp"
#include "tanda/status.hpp"

namespace tanda::internal {

using tanda::Scale;
const char* scale_name(Scale scale);

/// Keep `dims` principal axes, or as many as explain the fraction `energy` of the variance; both 0 = no PCA.
struct PcaChoice {
  Index dims = 0;
  double energy = 0;
  bool wanted() const { return dims > 0 || energy > 0; }
};

/// Working samples and the map back to raw units.
template <class S>
struct Prepared {
  Samples<S> points;  ///< d×n, or PCA coordinates; columns in the given order
  Samples<S>
      span;  ///< coordinates of `points` in their span when there are more features than samples, else empty
  Scale scale = Scale::none;  ///< the scale applied, never `automatic`
  VectorD mean;               ///< d, in raw units (after unit length, if that is the scale)
  VectorD factor;             ///< d, ones unless scaled; includes `unit`
  /// A power of two that brings values to a size whose squares keep their digits; one unless the values are
  /// very small or large.
  double unit = 1;
  Vector<float> range;  ///< d, the largest |x − mean|: the range that fixed-point code must represent
  MatrixD basis;        ///< PCA: d×p axes, else empty
  MatrixD span_basis;   ///< span: n×t, the axes are points·span_basis

  const Samples<S>& samples() const { return span.count() > 0 ? span : points; }
  /// The number of dimensions that methods call d: p after a PCA, otherwise d, also in the span.
  Index ambient() const { return points.dims(); }
  /// Converts directions in working coordinates to a projection r×d in raw units, in the workspace of the
  /// directions.
  MatrixD unfold(const MatrixD& directions) const;
};

/// Finds features whose variation is so close to the spacing of floats near their values that differences are
/// mostly rounding errors. A sentence with a remedy, or "". O(n d)
template <class S>
std::string lost_digits_note(const Dataset<S>& data);

/// Prepares samples. `order[i]` is the sample that becomes column i; samples not in `order` are left out. The
/// result is allocated in w. If w only counts, data and order need no values, and there are as many dims as
/// possible.
template <class S>
Result<Prepared<S>> prepare(const Dataset<S>& data, const Array<int>& order, Scale scale, PcaChoice pca,
                            Monitor& monitor, Workspace* w = nullptr);

}  // namespace tanda::internal
