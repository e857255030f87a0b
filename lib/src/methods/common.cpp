#include "common.hpp"

namespace tanda {

MatrixD between_scatter(const MatrixD& means, const Classes& classes) {
  MatrixD scaled = means;
  for (Index c = 0; c < classes.count(); ++c) scaled.col(c) *= std::sqrt(double(classes.size(c)));
  MatrixD result = MatrixD::Zero(means.rows(), means.rows());
  add_square_lower(result, scaled);
  return result;
}

void keep_above(Solution& solution, double floor) {
  Index kept = 0;
  while (kept < solution.values.size() && solution.values[kept] > floor) ++kept;
  solution.directions.conservativeResize(Eigen::NoChange, kept);
  solution.values.conservativeResize(kept);
}

}  // namespace tanda
