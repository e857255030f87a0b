#include "tanda/spectral/laplacian_path_modes.hpp"

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
    const VectorD squares = squared_lengths(rest);
    Index longest = 0;
    for (Index i = 1; i < squares.size(); ++i) longest = squares[i] > squares[longest] ? i : longest;
    if (kept > 0 && !(std::sqrt(squares[longest]) > mode_tolerance)) break;
    if (kept == basis.cols()) return kept == rest.rows() ? basis : MatrixD();
    auto next = basis.col(kept);
    next = rest.col(longest);
    orthogonalise(next, basis, kept);
    next /= std::sqrt(squared_length(next));
    add_product(rest, next, product(next.transpose(), rest), -1);
  }
  return basis.leftCols(kept);
}

}  // namespace

void orthogonalise(Target<double> x, const MatrixD& basis, Index count) {
  const auto known = basis.leftCols(count);
  add_product(x, known, product(known.transpose(), x), -1);
}

/// The factors at λ, times the lengths of the targets, at unit length.
void PathModes::set_factors(double lambda, Target<double> out) const {
  const VectorD factors = path_.factors(lambda).cwiseProduct(lengths_of_targets_);
  const double length = std::sqrt(squared_length(factors));
  for (Index i = 0; i < factors.size(); ++i) out.data[i] = length > 0 ? factors[i] / length : factors[i];
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
    orthogonalise(columns.col(0), basis_, basis_.cols());
    if (std::sqrt(squared_length(columns.col(0))) > check_tolerance) return false;
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
  Eigen::Map<PlainMatrix<double>> by_column(modes_.data(), k * r, n);
  set_product(by_column, stacked, coordinates_);
  lengths_ = squared_lengths(by_column).cwiseSqrt();
  energy_ = product(modes_, modes_.transpose());
}

MatrixD PathModes::weights(const VectorD& lambdas) const {
  MatrixD factors(path_.rank(), lambdas.size());
  for (Index s = 0; s < lambdas.size(); ++s) set_factors(lambdas[s], factors.col(s));
  MatrixD result = product(basis_.transpose(), factors);
  const MatrixD energies = product(energy_, result);
  VectorD scales(lambdas.size());
  for (Index s = 0; s < lambdas.size(); ++s) {
    const double square = result.col(s).dot(energies.col(s));
    scales[s] = square > 0 ? 1 / std::sqrt(square) : 1;
  }
  scale_columns(result, scales);
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
