#include "common.hpp"

#include "tanda/base/text.hpp"

namespace tanda {

MatrixD between_scatter(const MatrixD& means, const Classes& classes) {
  MatrixD scaled = means;
  for (Index c = 0; c < classes.count(); ++c) scaled.col(c) *= std::sqrt(double(classes.size(c)));
  MatrixD result = MatrixD::Zero(means.rows(), means.rows());
  add_square_lower(result, scaled);
  return result;
}

MatrixD range_of(MatrixD s, Monitor* monitor) {
  const VectorD units = to_unit_diagonal(s);
  const Eigenpairs pairs = symmetric_eigen(std::move(s), monitor);
  if (stopped(monitor)) return {};
  const Index rank = rank_of(pairs.values);
  if (rank == units.size()) return {};
  MatrixD basis = pairs.vectors.rightCols(rank);
  for (Index i = 0; i < units.size(); ++i) basis.row(i) *= units[i] > 0 ? 1 / units[i] : 0;
  return orthonormal_columns(std::move(basis));
}

void keep_leading(Solution& solution, Index dims) {
  constexpr double tie = 1e-6;
  MatrixD& t = solution.directions;
  const VectorD& values = solution.values;
  for (Index first = 0, last = 0; first < values.size(); first = last) {
    for (last = first + 1; last < values.size(); ++last)
      if (std::abs(values[last] - values[last - 1]) > tie * std::abs(values[0])) break;
    if (last - first < 2 || first >= dims) continue;
    auto equal = t.middleCols(first, last - first);
    equal = product(equal, symmetric_eigen(square_lower(equal.transpose())).vectors);
  }
  const Index kept = std::min(dims, values.size());
  t.conservativeResize(Eigen::NoChange, kept);
  solution.values.conservativeResize(kept);
}

void note_weak_push(Monitor& monitor, const Solution& solution, double trace) {
  constexpr double weak = 0.02;
  if (solution.dims() == 0 || solution.values[0] >= -weak * trace) return;
  const char* const what = solution.values[0] > 0
                               ? "the eigenvalues are small beside the negative ones: few neighbours are of "
                                 "another class"
                               : "no eigenvalue is positive: in every direction neighbours of one class "
                                 "differ more than those of others";
  monitor.note(joined({what,
                       ", so the projection may not separate the classes; try another number of neighbors, "
                       "graph=separate or another method"}));
}

void keep_above(Solution& solution, double floor) {
  Index kept = 0;
  while (kept < solution.values.size() && solution.values[kept] > floor) ++kept;
  solution.directions.conservativeResize(Eigen::NoChange, kept);
  solution.values.conservativeResize(kept);
}

}  // namespace tanda
