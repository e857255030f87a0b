#include "common.hpp"

#include "base/text.hpp"

namespace tanda::internal {

MatrixD between_scatter(const MatrixD& means, const Classes& classes) {
  const Index d = means.rows();
  MatrixD result = zeros(means.home(), d, d);
  MatrixD scaled = means;
  library_product(means.home(), d, d, means.cols(), sizeof(double));
  if (measuring(means.home())) return result;
  for (Index c = 0; c < classes.count(); ++c) scaled.col(c) *= std::sqrt(double(classes.size(c)));
  add_square_lower(result, scaled);
  return result;
}

MatrixD total_scatter(const StatisticsProblem& p) {
  MatrixD total = p.scatter.within;
  if (!measuring(p.home())) total += p.scatter.between;
  return total;
}

MatrixD range_of(MatrixD s, Monitor* monitor) {
  Workspace* const home = s.home();
  const VectorD units = to_unit_diagonal(s);
  const Eigenpairs pairs = symmetric_eigen(std::move(s), monitor);
  if (stopped(monitor)) return {};
  const bool counting = measuring(home);
  const Index rank = counting ? units.size() : rank_of(pairs.values);
  if (rank == units.size() && !counting) return {};
  MatrixD basis(home, pairs.vectors.rightCols(rank));
  for (Index i = 0; i < units.size() && !counting; ++i) basis.row(i) *= units[i] > 0 ? 1 / units[i] : 0;
  return orthonormal_columns(std::move(basis));
}

void keep_leading(Solution& solution, Index dims) {
  constexpr double tie = 1e-6;
  MatrixD& t = solution.directions;
  const VectorD& values = solution.values;
  const auto turn = [&](Index first, Index size) {
    auto equal = t.middleCols(first, size);
    const Eigenpairs pairs = symmetric_eigen(square_lower(equal.transpose(), t.home()));
    const MatrixD turned = product(equal, pairs.vectors, t.home());
    if (turned.data()) equal = turned;
  };
  if (measuring(t.home())) {
    turn(0, t.cols());
    t.conservativeResize(Eigen::NoChange, std::min(dims, t.cols()));
    solution.values.conservativeResize(t.cols());
    return;
  }
  for (Index first = 0, last = 0; first < values.size(); first = last) {
    for (last = first + 1; last < values.size(); ++last)
      if (std::abs(values[last] - values[last - 1]) > tie * std::abs(values[0])) break;
    if (last - first < 2 || first >= dims) continue;
    turn(first, last - first);
  }
  const Index kept = std::min(dims, values.size());
  t.conservativeResize(Eigen::NoChange, kept);
  solution.values.conservativeResize(kept);
}

void note_weak_push(Monitor& monitor, const Solution& solution, double trace) {
  constexpr double weak = 0.02;
  if (measuring(solution.values.home()) || solution.dims() == 0) return;
  if (solution.values[0] >= -weak * trace) return;
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
  if (measuring(solution.values.home())) return;
  Index kept = 0;
  while (kept < solution.values.size() && solution.values[kept] > floor) ++kept;
  solution.directions.conservativeResize(Eigen::NoChange, kept);
  solution.values.conservativeResize(kept);
}

}  // namespace tanda::internal
