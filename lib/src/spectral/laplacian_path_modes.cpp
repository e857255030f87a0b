#include "spectral/laplacian_path_modes.hpp"

#include <algorithm>
#include <cmath>

namespace tanda::internal {
namespace {

constexpr Index most_modes = 20;
constexpr Index sampled = 40;             // λ that modes are computed from
constexpr double mode_tolerance = 1e-10;  // relative error allowed at the sampled λ ...
constexpr double check_tolerance = 1e-8;  // ... and at those between them

/// Index of the i-th of the λ that modes are computed from.
Index sampled_at(Index i, Index count, Index size) {
  return count > 1 ? i * (size - 1) / (count - 1) : 0;
}

/// An orthonormal basis of these columns, each time adding the column with the longest remainder. Gives the
/// number of columns written to `basis`, or 0 when there would be too many.
Index find_basis(MatrixD rest, MatrixD& basis) {
  Workspace* const home = basis.home();
  Index kept = 0;
  for (;; ++kept) {
    const VectorD squares = squared_lengths(rest, home);
    if (measuring(home)) {
      orthogonalise(basis.col(0), basis, basis.cols());
      product(basis.leftCols(1).transpose(), rest, home);
      return basis.cols();
    }
    Index longest = 0;
    for (Index i = 1; i < squares.size(); ++i) longest = squares[i] > squares[longest] ? i : longest;
    if (kept > 0 && !(std::sqrt(squares[longest]) > mode_tolerance)) break;
    if (kept == basis.cols()) return kept == rest.rows() ? kept : 0;
    auto next = basis.col(kept);
    next = rest.col(longest);
    orthogonalise(next, basis, kept);
    next /= std::sqrt(squared_length(next));
    add_product(rest, next, product(next.transpose(), rest, home), -1);
  }
  return kept;
}

}  // namespace

void orthogonalise(Target<double> x, const MatrixD& basis, Index count) {
  const auto known = basis.leftCols(count);
  add_product(x, known, product(known.transpose(), x, basis.home()), -1);
}

PathModes::PathModes(const LaplacianPath& path, const MatrixD& coordinates)
    : path_(path),
      coordinates_(coordinates),
      lengths_of_targets_(path.axes().home(), path.targets().rowwise().norm()),
      basis_(path.axes().home(), path.rank(), std::min(most_modes, path.rank())),
      modes_(basis_.home(), basis_.cols() * path.columns() * coordinates.cols()),
      energy_(basis_.home(), basis_.cols(), basis_.cols()),
      lengths_(basis_.home(), coordinates.cols()) {}

/// The factors at λ times the lengths of the targets, normalised.
void PathModes::set_factors(double lambda, Target<double> out) const {
  VectorD factors = path_.factors(lambda);
  if (hollow(out)) return;
  factors = factors.cwiseProduct(lengths_of_targets_);
  const double length = std::sqrt(squared_length(factors));
  for (Index i = 0; i < factors.size(); ++i) out.data[i] = length > 0 ? factors[i] / length : factors[i];
}

bool PathModes::describe(Operand<double> lambdas) {
  const Index size = lambdas.rows, count = std::min(sampled, size);
  {
    MatrixD columns(basis_.home(), path_.rank(), count);
    if (hollow(lambdas)) {
      set_factors(1, columns.col(0));
    } else {
      for (Index i = 0; i < count; ++i) set_factors(lambdas.data[sampled_at(i, count, size)], columns.col(i));
    }
    count_ = find_basis(columns, basis_);
    if (count_ == 0) return false;
    // The error of the modes is largest halfway between the sampled λ: check it there.
    for (Index i = 0; !hollow(lambdas) && size > count && i + 1 < count; ++i) {
      const Index s = (sampled_at(i, count, size) + sampled_at(i + 1, count, size)) / 2;
      set_factors(lambdas.data[s], columns.col(0));
      orthogonalise(columns.col(0), basis_, count_);
      if (std::sqrt(squared_length(columns.col(0))) > check_tolerance) return false;
    }
  }
  set_modes();
  return true;
}

/// Σ_k basis(k, ·) · coordinate k · target k, for all columns with one product.
void PathModes::set_modes() {
  Workspace* const home = basis_.home();
  const Index k = count_, r = path_.columns(), n = coordinates_.cols();
  const MatrixD transposed(home, basis_.leftCols(k).transpose());
  MatrixD stacked(home, k * r, path_.rank());
  for (Index i = 0; !measuring(home) && i < path_.rank(); ++i) {
    const double length = lengths_of_targets_[i];
    for (Index c = 0; c < r; ++c) {
      const double target = length > 0 ? path_.targets()(i, c) / length : 0;
      stacked.col(i).segment(c * k, k) = target * transposed.col(i);
    }
  }
  library_product(home, k * r, n, path_.rank(), sizeof(double));
  Eigen::Map<PlainMatrix<double>> by_column(modes_.data(), k * r, n);
  set_product(by_column, stacked, coordinates_);
  const VectorD squares = squared_lengths(by_column, home);
  lengths_ = squares.cwiseSqrt();
  const MatrixD energy = product(modes(), modes().transpose(), home);
  if (!measuring(home)) energy_.topLeftCorner(k, k) = energy;
}

MatrixD PathModes::weights(Operand<double> lambdas) const {
  Workspace* const home = basis_.home();
  const Index size = lambdas.rows;
  MatrixD result(home, count_, size);
  {
    MatrixD factors(home, path_.rank(), size);
    for (Index s = 0; s < size; ++s) set_factors(measuring(home) ? 1 : lambdas.data[s], factors.col(s));
    const MatrixD weighed = product(basis_.leftCols(count_).transpose(), factors, home);
    result = weighed;
  }
  const MatrixD energies = product(energy_.topLeftCorner(count_, count_), result, home);
  VectorD scales(home, size);
  for (Index s = 0; !measuring(home) && s < size; ++s) {
    const double square = result.col(s).dot(energies.col(s));
    scales[s] = square > 0 ? 1 / std::sqrt(square) : 1;
  }
  scale_columns(result, scales);
  return result;
}

}  // namespace tanda::internal
