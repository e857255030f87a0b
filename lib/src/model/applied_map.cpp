#include "applied_map.hpp"

#include <algorithm>

#include "linalg/dense.hpp"
#include "tanda/detail/plain_projection.hpp"

namespace tanda::internal {
namespace {

/// Matrix products round all columns in the same way only in whole groups of this size. Batches are filled up
/// to whole groups, so that a result does not depend on the other samples of its batch.
constexpr Index whole_groups = 32;

}  // namespace

template <class S>
AppliedMap<S>::AppliedMap(const ModelParts& parts, Workspace* home) : parts_(parts) {
  const LinearMap* const map = parts.linear_map();
  if (!map) return;
  if (sizeof(S) < sizeof(double) && parts.double_precision) {
    exact_.emplace(*map, parts.unit_length, home);
  } else {
    own_.emplace(*map, parts.unit_length, home);
  }
}

template <class S>
void AppliedMap<S>::apply(ConstMatrixView<S> samples, S* out, Workspace* scratch) const {
  if (own_) return own_->project(samples, out, scratch);
  if (exact_) return apply_exactly(samples, out, scratch);
  apply_kernel(samples, out, scratch);
}

/// Applies a kernel map, panel by panel. O(d p + q p + r q) per sample; memory for the kernel values of one
/// panel.
template <class S>
void AppliedMap<S>::apply_kernel(ConstMatrixView<S> samples, S* out, Workspace* scratch) const {
  const KernelMap& map = *parts_.kernel_map();
  const Index axes = map.basis.cols(), most = std::min(panel_samples, samples.cols());
  const Index room = (most + whole_groups - 1) / whole_groups * whole_groups;
  MatrixD all(scratch, parts_.inputs(), room), turned(scratch, axes, axes > 0 ? room : 0);
  MatrixD results(scratch, map.coefficients.rows(), room);
  VectorD sample(scratch, parts_.inputs());
  if (measuring(scratch)) {
    library_product(scratch, axes, room, parts_.inputs(), sizeof(double));
    library_product(scratch, results.rows(), room, map.points.cols(), sizeof(double));
    kernel_matrix(map.kernel, map.points, axes > 0 ? turned : all);
    return;
  }
  for (Index first = 0; first < samples.cols(); first += panel_samples) {
    const Index count = std::min(panel_samples, samples.cols() - first);
    const Index size = (count + whole_groups - 1) / whole_groups * whole_groups;
    all.conservativeResize(Eigen::NoChange, size);
    for (Index i = 0; i < size; ++i) {
      auto z = all.col(i);
      sample.setZero();
      if (i < count) sample = samples.col(first + i).template cast<double>();
      if (parts_.unit_length) {
        const auto scale = unit_length_scale(sample.data(), std::size_t(sample.size()));
        std::transform(sample.begin(), sample.end(), sample.begin(), scale);
      }
      z = map.factor.cwiseProduct(sample - parts_.mean);
    }
    if (axes > 0) {
      turned.conservativeResize(Eigen::NoChange, size);
      set_product(turned, map.basis.transpose(), all);
    }
    results.conservativeResize(Eigen::NoChange, size);
    set_product(results, map.coefficients, kernel_matrix(map.kernel, map.points, axes > 0 ? turned : all));
    std::copy_n(results.data(), results.rows() * count, out + first * results.rows());
  }
}

template <class S>
void AppliedMap<S>::apply_exactly(ConstMatrixView<S> samples, S* out, Workspace* scratch) const {
  const Index r = exact_->outputs();
  MatrixD exact(scratch, samples.rows(), std::min(whole_groups, samples.cols()));
  MatrixD projected(scratch, r, exact.cols());
  if (measuring(scratch))
    return exact_->project(ConstMatrixView<double>(nullptr, exact.rows(), exact.cols()), nullptr, scratch);
  for (Index first = 0; first < samples.cols(); first += whole_groups) {
    const Index count = std::min(whole_groups, samples.cols() - first);
    exact.leftCols(count) = samples.middleCols(first, count).template cast<double>();
    exact_->project(ConstMatrixView<double>(exact.data(), exact.rows(), count), projected.data(), scratch);
    std::copy_n(projected.data(), r * count, out + first * r);
  }
}

template class AppliedMap<float>;
template class AppliedMap<double>;

}  // namespace tanda::internal
