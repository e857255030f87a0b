#include "applied_map.hpp"

#include <algorithm>

#include "tanda/linalg/dense.hpp"
#include "tanda/model/plain_projection.hpp"

namespace tanda {
namespace {

/// Matrix products treat columns alike only in whole groups; with these a sample does not feel its batch.
constexpr Index whole_groups = 32;

}  // namespace

template <class S>
AppliedMap<S>::AppliedMap(const Model& model, Workspace* home) : model_(model), home_(home) {
  if (model.map == Map::kernel) return;
  if (sizeof(S) < sizeof(double) && model.double_precision) {
    exact_.emplace(model, home);
  } else {
    own_.emplace(model, home);
  }
}

template <class S>
void AppliedMap<S>::apply(ConstMatrixView<S> samples, Matrix<S>& out) const {
  if (model_.map == Map::kernel) return apply_kernel(samples, out);
  if (exact_) return apply_exactly(samples, out);
  own_->project(samples, out);
}

/// O(d p + q p + r q) a sample; memory for the kernel values of one panel.
template <class S>
void AppliedMap<S>::apply_kernel(ConstMatrixView<S> samples, Matrix<S>& out) const {
  const KernelMap& map = model_.kernel;
  const Index axes = map.basis.cols(), most = std::min(panel_samples, samples.cols());
  const Index room = (most + whole_groups - 1) / whole_groups * whole_groups;
  MatrixD all(home_, model_.inputs(), room), turned(home_, axes, axes > 0 ? room : 0);
  MatrixD results(home_, map.coefficients.rows(), room);
  VectorD sample(home_, model_.inputs());
  if (measuring(home_)) {
    library_product(home_, axes, room, model_.inputs(), sizeof(double));
    library_product(home_, results.rows(), room, map.points.cols(), sizeof(double));
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
      if (model_.unit_length) {
        const auto scale = unit_length_scale(sample.data(), std::size_t(sample.size()));
        std::transform(sample.begin(), sample.end(), sample.begin(), scale);
      }
      z = map.factor.cwiseProduct(sample - model_.mean);
    }
    if (axes > 0) {
      turned.conservativeResize(Eigen::NoChange, size);
      set_product(turned, map.basis.transpose(), all);
    }
    results.conservativeResize(Eigen::NoChange, size);
    set_product(results, map.coefficients, kernel_matrix(map.kernel, map.points, axes > 0 ? turned : all));
    out.middleCols(first, count) = results.leftCols(count).template cast<S>();
  }
}

template <class S>
void AppliedMap<S>::apply_exactly(ConstMatrixView<S> samples, Matrix<S>& out) const {
  MatrixD exact(home_, samples.rows(), std::min(whole_groups, samples.cols()));
  MatrixD projected(home_, model_.outputs(), exact.cols());
  if (measuring(home_))
    return exact_->project(ConstMatrixView<double>(nullptr, samples.rows(), exact.cols()), projected);
  for (Index first = 0; first < samples.cols(); first += whole_groups) {
    const Index count = std::min(whole_groups, samples.cols() - first);
    exact.conservativeResize(Eigen::NoChange, count);
    projected.conservativeResize(Eigen::NoChange, count);
    exact = samples.middleCols(first, count).template cast<double>();
    exact_->project(ConstMatrixView<double>(exact.data(), exact.rows(), count), projected);
    out.middleCols(first, count) = projected.template cast<S>();
  }
}

template class AppliedMap<float>;
template class AppliedMap<double>;

}  // namespace tanda
