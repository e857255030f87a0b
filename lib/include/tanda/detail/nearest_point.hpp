// The nearest of a fixed number of points: class means, or reference points with a label each. No heap.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <limits>

namespace tanda {

/// N points of R numbers, one after the other; can be a constant in flash. O(n r) per sample.
/// \code
///   constexpr tanda::NearestPoint<float, 3, 2> means{{0, 0, 1, 0, 0, 1}};
///   const std::size_t label = means(y);  // float y[2]
/// \endcode
template <class S, std::size_t N, std::size_t R>
struct NearestPoint {
  S points[N * R];  ///< one after the other

  /// The number of the nearest point: the first of equally near ones; 0 if y is not finite.
  /// @param y the projected sample
  std::size_t operator()(const S (&y)[R]) const {
    using Point = Eigen::Map<const Eigen::Matrix<S, int(R), 1>>;
    std::size_t winner = 0;
    S least = std::numeric_limits<S>::infinity();
    for (std::size_t i = 0; i < N; ++i) {
      const S distance = (Point(points + i * R) - Point(y)).squaredNorm();
      if (distance < least) {
        least = distance;
        winner = i;
      }
    }
    return winner;
  }
};

}  // namespace tanda
