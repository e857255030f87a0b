#include "tanda/spectral/laplacian_path.hpp"

#include <Eigen/QR>

#include "tanda/spectral/pencil.hpp"

namespace tanda {
namespace {

// Columns of the targets below this part of the largest are rounding errors.
constexpr double target_tolerance = 1e-12;

/// T·R (t×rank) with orthonormal R, such that TT' stays.
MatrixD rotated_to_rank(const MatrixD& targets) {
  if (targets.size() == 0) return targets;
  Eigen::ColPivHouseholderQR<MatrixD> qr(targets.transpose());
  qr.setThreshold(target_tolerance);
  const MatrixD factor = qr.matrixR().topRows(qr.rank()).template triangularView<Eigen::Upper>();
  return (factor * qr.colsPermutation().transpose()).transpose();
}

/// Where B is zero, only A binds W: W2 = −A22⁺A21 W1 whatever λ is. Puts the Schur complement A11 −
/// A12A22⁺A21 in A's place. Gives what W2 follows from, or two empty matrices.
struct Beyond {
  MatrixD basis;    ///< R2 A22^-½, R2 an orthonormal basis of that part
  MatrixD follows;  ///< A R2 A22^-½: W2 = −basis · follows' · W1
};
Beyond eliminate_beyond(MatrixD& a, const MatrixD& b) {
  const Index p = b.rows();
  Eigenpairs all = symmetric_eigen(MatrixD(b));
  Index count = 0;
  while (count < p && !(all.values[count] > range_tolerance * all.values[p - 1])) ++count;
  if (count == 0) return {};
  Beyond result{std::move(all.vectors), {}};
  result.basis.conservativeResize(Eigen::NoChange, count);
  result.follows.noalias() = a.selfadjointView<Eigen::Lower>() * result.basis;
  MatrixD inner(count, count);
  inner.noalias() = result.basis.transpose() * result.follows;
  Eigenpairs pairs = symmetric_eigen(std::move(inner));
  Index first = 0;
  const double floor = range_tolerance * std::max(a.trace() / double(p), pairs.values[count - 1]);
  while (first < count && !(pairs.values[first] > floor)) ++first;
  if (first == count) return {};
  for (Index j = first; j < count; ++j) pairs.vectors.col(j) /= std::sqrt(pairs.values[j]);
  const auto white = pairs.vectors.rightCols(count - first);  // A22^-½
  result.follows = MatrixD(result.follows * white);
  result.basis = MatrixD(result.basis * white);
  a.selfadjointView<Eigen::Lower>().rankUpdate(result.follows, -1);
  return result;
}

}  // namespace

LaplacianPath::LaplacianPath(MatrixD smoothness, MatrixD total, const MatrixD& targets, bool beyond) {
  Beyond part;
  if (beyond && total.rows() > 0) part = eliminate_beyond(smoothness, total);
  const Index p = total.rows();
  Eigenpairs pairs = solve(Pencil{std::move(smoothness), std::move(total), End::smallest}, p);
  axes_ = std::move(pairs.vectors);
  values_ = pairs.values.cwiseMax(0);
  targets_ = rotated_to_rank(axes_.transpose() * targets);
  if (part.basis.cols() > 0) axes_ -= part.basis * (part.follows.transpose() * axes_).eval();
}

}  // namespace tanda
