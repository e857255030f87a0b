#include "path_modes.hpp"

#include <algorithm>
#include <cmath>

namespace tanda {
namespace {

constexpr Index most_modes = 20;
constexpr Index sampled = 40;             // λ that modes are found from
constexpr double mode_tolerance = 1e-10;  // what they may leave out, seen at the sampled λ ...
constexpr double check_tolerance = 1e-8;  // ... and at those between

/// The i-th of the λ that modes are found from.
Index sampled_at(Index i, Index count, Index size) {
  return count > 1 ? i * (size - 1) / (count - 1) : 0;
}

/// An orthonormal basis (t×K) of these columns, the longest rest first. Empty when it takes too many.
MatrixD basis_of(MatrixD rest) {
  MatrixD basis(rest.rows(), std::min(most_modes, rest.rows()));
  Index kept = 0;
  for (;; ++kept) {
    Index longest = 0;
    const double length = rest.colwise().norm().maxCoeff(&longest);
    if (kept > 0 && !(length > mode_tolerance)) break;
    if (kept == basis.cols()) return kept == rest.rows() ? basis : MatrixD();
    basis.col(kept) = rest.col(longest);
    orthogonalise(basis.col(kept), basis, kept);
    basis.col(kept).normalize();
    rest -= basis.col(kept) * (basis.col(kept).transpose() * rest).eval();
  }
  return basis.leftCols(kept);
}

}  // namespace

void orthogonalise(Eigen::Ref<VectorD> x, const MatrixD& basis, Index count) {
  x -= basis.leftCols(count) * (basis.leftCols(count).transpose() * x);
}

/// The factors at λ, times the lengths of the targets, at unit length.
void PathModes::set_factors(double lambda, Eigen::Ref<VectorD> out) const {
  out = path_.factors(lambda).cwiseProduct(lengths_of_targets_);
  const double length = out.norm();
  if (length > 0) out /= length;
}

bool PathModes::describe(const VectorD& lambdas) {
  const Index size = lambdas.size(), count = std::min(sampled, size);
  MatrixD columns(path_.rank(), count);
  for (Index i = 0; i < count; ++i) set_factors(lambdas[sampled_at(i, count, size)], columns.col(i));
  basis_ = basis_of(columns);
  if (basis_.cols() == 0) return false;
  // Halfway between the λ they are found from, modes are at their worst.
  for (Index i = 0; size > count && i + 1 < count; ++i) {
    const Index s = (sampled_at(i, count, size) + sampled_at(i + 1, count, size)) / 2;
    set_factors(lambdas[s], columns.col(0));
    const VectorD at = basis_.transpose() * columns.col(0);
    if ((columns.col(0) - basis_ * at).norm() > check_tolerance) return false;
  }
  set_modes();
  return true;
}

/// Σ_k basis(k, ·) · coordinate k · target k: all columns with one product.
void PathModes::set_modes() {
  const Index k = basis_.cols(), r = path_.columns(), n = coordinates_.cols();
  const MatrixD transposed = basis_.transpose();
  MatrixD stacked(k * r, path_.rank());
  for (Index i = 0; i < path_.rank(); ++i) {
    const double length = lengths_of_targets_[i];
    for (Index c = 0; c < r; ++c) {
      const double target = length > 0 ? path_.targets()(i, c) / length : 0;
      stacked.col(i).segment(c * k, k) = target * transposed.col(i);
    }
  }
  modes_.resize(k, r * n);
  Eigen::Map<MatrixD> by_column(modes_.data(), k * r, n);
  by_column.noalias() = stacked * coordinates_;
  lengths_ = by_column.colwise().norm();
  energy_.noalias() = modes_ * modes_.transpose();
}

MatrixD PathModes::weights(const VectorD& lambdas) const {
  MatrixD factors(path_.rank(), lambdas.size());
  for (Index s = 0; s < lambdas.size(); ++s) set_factors(lambdas[s], factors.col(s));
  MatrixD result = basis_.transpose() * factors;
  for (Index s = 0; s < lambdas.size(); ++s) {
    const double length = std::sqrt(result.col(s).dot(energy_ * result.col(s)));
    if (length > 0) result.col(s) /= length;
  }
  return result;
}

double PathModes::bytes(double rank, double r, double columns, double candidates) {
  const double modes = std::min({double(most_modes), rank, candidates});
  return 8 * modes * (r * columns + rank) + 8 * columns;
}

double PathModes::bytes_used(double rank, double r, double candidates, double weighed) {
  const double modes = std::min({double(most_modes), rank, candidates});
  const double finding = rank * (2 * std::min(double(sampled), candidates) + modes + modes * r);
  return 8 * std::max(finding, weighed * (rank + 2 * modes));
}

}  // namespace tanda
