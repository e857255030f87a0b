#include "tanda/spectral/pencil.hpp"

#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <cmath>

namespace tanda {
namespace {

// A Cholesky factor this well conditioned proves that no eigenvalue of B is below the range tolerance.
constexpr double safe_rcond = 100 * range_tolerance;

/// W (d×q) with W'BW = I on the range of B, by eigenvalues.
MatrixD whitening_of_range(MatrixD&& b) {
  Eigenpairs pairs = symmetric_eigen(std::move(b));
  const Index d = pairs.values.size();
  const double floor = range_tolerance * std::max(0.0, pairs.values[d - 1]);
  Index first = 0;
  while (first < d && !(pairs.values[first] > floor)) ++first;
  for (Index j = first; j < d; ++j) pairs.vectors.col(j) /= std::sqrt(pairs.values[j]);
  if (first == 0) return std::move(pairs.vectors);
  return pairs.vectors.rightCols(d - first);
}

/// B = LL' in B's own memory, when that proves its full rank: the upper triangle and `diagonal` keep B
/// meanwhile, and B is put back otherwise.
bool factor_in_place(MatrixD& b) {
  const VectorD diagonal = b.diagonal();
  b.triangularView<Eigen::StrictlyUpper>() = b.transpose();
  const Eigen::LLT<Eigen::Ref<MatrixD>> llt(b);
  if (llt.info() == Eigen::Success && llt.rcond() > safe_rcond) return true;
  b.triangularView<Eigen::StrictlyLower>() = b.transpose();
  b.diagonal() = diagonal;
  return false;
}

/// The wanted end of ascending eigenpairs, best first.
Eigenpairs wanted_end(const Eigenpairs& all, End end, Index dims) {
  const Index r = std::min<Index>(dims, all.values.size());
  if (end == End::smallest) return {all.vectors.leftCols(r), all.values.head(r)};
  return {all.vectors.rightCols(r).rowwise().reverse(), all.values.tail(r).reverse()};
}

/// Divides by a power of two near the largest entry (exact) and gives it, so that no product of A and B
/// overflows.
double take_scale(MatrixD& m) {
  double largest = 0;
  for (Index j = 0; j < m.cols(); ++j)
    largest = std::max(largest, m.col(j).tail(m.rows() - j).cwiseAbs().maxCoeff());
  if (!(largest > 0) || !std::isfinite(largest)) return 1;
  const double scale = std::exp2(std::max(-500, std::ilogb(largest) / 2) * 2);  // its root is exact too
  m.triangularView<Eigen::Lower>() = m / scale;
  return scale;
}

void scale_columns(MatrixD& t, Columns columns) {
  if (columns == Columns::unit) t.colwise().normalize();
  if (columns == Columns::orthonormal && t.cols() > 0) {
    const Eigen::HouseholderQR<MatrixD> qr(t);
    t = qr.householderQ() * MatrixD::Identity(t.rows(), t.cols());
  }
}

}  // namespace

void add_ridge(MatrixD& b, double ridge, Index d) {
  if (ridge > 0) b.diagonal().array() += ridge * b.trace() / double(d);
}

Eigenpairs solve(Pencil pencil, Index dims, Columns columns) {
  Eigenpairs result;
  const double a_scale = take_scale(pencil.a), b_scale = take_scale(pencil.b);
  if (pencil.b.size() == 0) {
    result = wanted_end(symmetric_eigen(std::move(pencil.a)), pencil.end, dims);
  } else {
    if (factor_in_place(pencil.b)) {
      // C = L⁻¹ A L⁻', t = L⁻' v
      const MatrixD& factor = pencil.b;
      const auto lower = factor.triangularView<Eigen::Lower>();
      pencil.a.triangularView<Eigen::StrictlyUpper>() = pencil.a.transpose();
      lower.solveInPlace(pencil.a);
      lower.transpose().solveInPlace<Eigen::OnTheRight>(pencil.a);
      result = wanted_end(symmetric_eigen(std::move(pencil.a)), pencil.end, dims);
      lower.transpose().solveInPlace(result.vectors);
    } else {
      const MatrixD w = whitening_of_range(std::move(pencil.b));
      MatrixD c = pencil.a.selfadjointView<Eigen::Lower>() * w;
      pencil.a.resize(0, 0);
      c = MatrixD(w.transpose() * c);
      result = wanted_end(symmetric_eigen(std::move(c)), pencil.end, dims);
      result.vectors = MatrixD(w * result.vectors);
    }
  }
  result.values *= a_scale / b_scale;
  result.vectors /= std::sqrt(b_scale);
  scale_columns(result.vectors, columns);
  return result;
}

void plan_solve(MemoryPlan& plan, const Shape& shape, bool with_b) {
  // All but the range of a singular B is solved in the memory of A and B.
  const double d = shape.dims, packed = with_b ? packed_bytes(d, d, d) : 0;
  plan.use((with_b ? 8 * d * d : 0) + packed + 2 * 8 * d * std::min(d, shape.wanted) + 4 * 8 * d);
}

}  // namespace tanda
