// Preprocessing: unit length · scale · centre · PCA (or the span of the data), remembered as one affine map.
#pragma once

#include <vector>

#include "tanda/core/memory.hpp"
#include "tanda/core/monitor.hpp"
#include "tanda/core/status.hpp"
#include "tanda/data/dataset.hpp"

namespace tanda {

enum class Scale : unsigned char { none, zscore, minmax, unit };

/// Keep `dims` principal axes, or as many as hold `energy` of the variance; both 0 = no PCA.
struct PcaChoice {
  Index dims = 0;
  double energy = 0;
  bool wanted() const { return dims > 0 || energy > 0; }
};

/// Working samples and the way back: x = basis' · ((raw − mean) ∘ factor), basis absent = identity.
template <class S>
struct Prepared {
  Matrix<S> x;       ///< p×n, columns in the order asked for
  VectorD mean;      ///< d, in raw units (after unit length, if that is the scale)
  VectorD factor;    ///< d, ones unless scaled
  MatrixD basis;     ///< d×p, empty = identity
  Index ambient = 0; ///< dimension the method shall think in: p after a PCA, d in the span

  /// Directions p×r in working coordinates → projection r×d in raw units.
  MatrixD unfold(const MatrixD& directions) const;
};

/// `order[i]` is the sample that becomes column i. `span`: when there are more features than samples and no PCA is
/// wanted, work in the span of the data, which is exact.
template <class S>
Result<Prepared<S>> prepare(const Dataset<S>& data, const std::vector<int>& order, Scale scale, PcaChoice pca,
                            Monitor& monitor);

struct Shape;
/// Adds what `prepare` holds and uses; returns the working dimension's upper bound in `shape.dims`.
void plan_prepare(MemoryPlan& plan, Shape& shape, PcaChoice pca);

}  // namespace tanda
