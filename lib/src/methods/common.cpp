#include "common.hpp"

#include "base/text.hpp"

namespace tanda::internal {

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
