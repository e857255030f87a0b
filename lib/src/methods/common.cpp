#include "common.hpp"

namespace tanda {

MatrixD between_scatter(const MatrixD& means, const Classes& classes) {
  MatrixD scaled = means;
  for (Index c = 0; c < classes.count(); ++c) scaled.col(c) *= std::sqrt(double(classes.size(c)));
  MatrixD result = MatrixD::Zero(means.rows(), means.rows());
  add_square_lower(result, scaled);
  return result;
}

MatrixD range_of(MatrixD s) {
  const Index d = s.rows();
  VectorD deviations(d);
  for (Index i = 0; i < d; ++i) deviations[i] = std::sqrt(s(i, i));
  for (Index j = 0; j < d; ++j) {
    for (Index i = j; i < d; ++i) {
      const double unit = deviations[i] * deviations[j];
      s(i, j) = unit > 0 ? s(i, j) / unit : 0;
    }
  }
  Eigenpairs pairs = symmetric_eigen(std::move(s));
  const Index rank = rank_of(pairs.values);
  if (rank == d) return {};
  MatrixD basis = pairs.vectors.rightCols(rank);
  for (Index i = 0; i < d; ++i) basis.row(i) *= deviations[i];
  return orthonormal_columns(std::move(basis));
}

void keep_above(Solution& solution, double floor) {
  Index kept = 0;
  while (kept < solution.values.size() && solution.values[kept] > floor) ++kept;
  solution.directions.conservativeResize(Eigen::NoChange, kept);
  solution.values.conservativeResize(kept);
}

}  // namespace tanda
