// Preprocessing: unit length · scale · centre · PCA (or the span of the data), remembered as one affine map.
#pragma once

#include "base/monitor.hpp"
#include "data/dataset.hpp"
#include "data/samples.hpp"
#include "tanda/detail/scale.hpp"
#include "tanda/status.hpp"

namespace tanda::internal {

using tanda::Scale;
const char* scale_name(Scale scale);

/// Keep `dims` principal axes, or as many as hold `energy` of the variance; both 0 = no PCA.
struct PcaChoice {
  Index dims = 0;
  double energy = 0;
  bool wanted() const { return dims > 0 || energy > 0; }
};

/// Working samples and the way back to raw units.
template <class S>
struct Prepared {
  Samples<S> points;  ///< d×n, or PCA coordinates: columns in the order asked for
  Samples<S>
      span;  ///< coordinates of `points` in their span when there are more features than samples, else empty
  Scale scale = Scale::none;  ///< what was done: never `automatic`
  VectorD mean;               ///< d, in raw units (after unit length, if that is the scale)
  VectorD factor;             ///< d, ones unless scaled; `unit` is in it
  /// A power of two that brings values to a size whose squares keep their digits; one unless they are very
  /// small or large.
  double unit = 1;
  Vector<float> range;  ///< d, the largest |x − mean|: what fixed-point code has to hold
  MatrixD basis;        ///< PCA: d×p axes, else empty
  MatrixD span_basis;   ///< span: n×t, the axes are points·span_basis

  const Samples<S>& samples() const { return span.count() > 0 ? span : points; }
  /// What "d" means to a method: p after a PCA, d otherwise, in the span too.
  Index ambient() const { return points.dims(); }
  /// Directions in working coordinates → projection r×d in raw units, where the directions lie.
  MatrixD unfold(const MatrixD& directions) const;
};

/// Which features vary by so few of the steps that floats near their values have that their differences are
/// mostly rounding: a sentence that says what to do, or "". O(n d)
template <class S>
std::string lost_digits_note(const Dataset<S>& data);

/// `order[i]` is the sample that becomes column i; samples not in `order` are left out. All of it lies in w.
/// Where that counts, neither data nor order need have values, and there are as many dims as there may be.
template <class S>
Result<Prepared<S>> prepare(const Dataset<S>& data, const Array<int>& order, Scale scale, PcaChoice pca,
                            Monitor& monitor, Workspace* w = nullptr);

}  // namespace tanda::internal
