// Squared-loss mutual information between projected samples and their classes, estimated by least squares
// (LSMI), and its gradient.
#pragma once

#include <algorithm>

#include "base/types.hpp"

namespace tanda::internal {

/// Models the density ratio p(z, y) / (p(z) p(y)) of z = W'x as Σ_l α_l exp(−‖z − z_l‖²/2σ²)·[y = y_l] over
/// some centres l, with α = (H + λI)⁻¹h in closed form; ½h'α estimates the information up to a constant. H
/// splits by class, because the kernel of labels is [y = y_l]. All members are in the workspace of x except
/// the positions where classes begin, which depend on sizes only.
class MutualInformation {
 public:
  /// x: p×m samples sorted by class, class c being begin[c]..begin[c + 1]; centres: some of the columns,
  /// sorted, those of class c being center_begin[c]..center_begin[c + 1].
  MutualInformation(MatrixD x, Array<Index> begin, Array<Index> centers, Array<Index> center_begin);

  /// Chooses σ and λ by cross-validation of the squared loss, and returns the smallest loss. O(m b (r + b/C))
  double choose_widths(const MatrixD& directions);

  /// ½h'α; with `gradient` (p×r, allocated) also its derivative by W. O(m b r + m p r)
  double value(const MatrixD& directions, MatrixD* gradient = nullptr) const;

  /// Rotates the directions, which does not change the information, to the axes along which the ratio varies
  /// most; returns the amounts of variation.
  VectorD order(MatrixD& directions) const;

  const MatrixD& samples() const { return x_; }
  const Array<Index>& begin() const { return begin_; }

 private:
  struct Fit {
    MatrixD z, centers;  ///< r×m, r×b
    MatrixD kernel;      ///< m×b
    VectorD alpha;
    double value = 0;
  };
  Fit fit(const MatrixD& directions) const;
  MatrixD centers_at(const MatrixD& z) const;
  Index classes() const { return Index(begin_.size()) - 1; }
  Index size(Index c) const { return begin_[std::size_t(c) + 1] - begin_[std::size_t(c)]; }
  Index centers_of(Index c) const {
    return center_begin_[std::size_t(c) + 1] - center_begin_[std::size_t(c)];
  }
  Index most_centers() const {
    Index result = 0;
    for (Index c = 0; c < classes(); ++c) result = std::max(result, centers_of(c));
    return result;
  }

  MatrixD x_;
  Array<Index> begin_;               ///< of the samples of each class
  Array<Index> centers_;             ///< columns of x
  Array<Index> center_begin_;        ///< of the centres of each class
  double width_ = 1, ridge_ = 0.01;  ///< σ, λ
};

}  // namespace tanda::internal
