#include "tanda/spectral/pencil.hpp"

#include <Eigen/Cholesky>
#include <Eigen/QR>

namespace tanda {
namespace {

// A Cholesky factor this well conditioned proves that no eigenvalue of B is below the range tolerance.
constexpr double safe_rcond = 100 * range_tolerance;

/// W (d×q) with W'BW = I on the range of B, by eigenvalues.
MatrixD whitening_of_range(MatrixD&& b) {
  const Eigenpairs pairs = symmetric_eigen(std::move(b));
  const Index d = pairs.values.size();
  const double floor = range_tolerance * std::max(0.0, pairs.values[d - 1]);
  Index first = 0;
  while (first < d && !(pairs.values[first] > floor)) ++first;
  return pairs.vectors.rightCols(d - first) *
         pairs.values.tail(d - first).cwiseSqrt().cwiseInverse().asDiagonal();
}

/// The wanted end of ascending eigenpairs, best first.
Eigenpairs wanted_end(const Eigenpairs& all, End end, Index dims) {
  const Index r = std::min<Index>(dims, all.values.size());
  if (end == End::smallest) return {all.vectors.leftCols(r), all.values.head(r)};
  return {all.vectors.rightCols(r).rowwise().reverse(), all.values.tail(r).reverse()};
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
  if (pencil.b.size() == 0) {
    result = wanted_end(symmetric_eigen(std::move(pencil.a)), pencil.end, dims);
  } else {
    MatrixD factor = pencil.b;
    const Eigen::LLT<Eigen::Ref<MatrixD>> llt(factor);
    if (llt.info() == Eigen::Success && llt.rcond() > safe_rcond) {
      // C = L⁻¹ A L⁻', t = L⁻' v
      pencil.b.resize(0, 0);
      pencil.a.triangularView<Eigen::StrictlyUpper>() = pencil.a.transpose();
      llt.matrixL().solveInPlace(pencil.a);
      llt.matrixU().solveInPlace<Eigen::OnTheRight>(pencil.a);
      result = wanted_end(symmetric_eigen(std::move(pencil.a)), pencil.end, dims);
      llt.matrixU().solveInPlace(result.vectors);
    } else {
      factor.resize(0, 0);
      const MatrixD w = whitening_of_range(std::move(pencil.b));
      MatrixD c = w.transpose() * (pencil.a.selfadjointView<Eigen::Lower>() * w);
      pencil.a.resize(0, 0);
      result = wanted_end(symmetric_eigen(std::move(c)), pencil.end, dims);
      result.vectors = w * result.vectors;
    }
  }
  scale_columns(result.vectors, columns);
  return result;
}

void plan_solve(MemoryPlan& plan, const Shape& shape, bool with_b) {
  const double square = 8 * shape.dims * shape.dims;
  plan.use(with_b ? 3 * square : 2 * square);
}

}  // namespace tanda
