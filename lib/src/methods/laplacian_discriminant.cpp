#include "laplacian_discriminant.hpp"

#include <cmath>

#include "base/decimal.hpp"
#include "base/order.hpp"
#include "base/text.hpp"
#include "linalg/orthogonal_columns.hpp"

namespace tanda::internal {
namespace {

// Columns of W below this part of the longest are rounding errors.
constexpr double column_tolerance = 1e-11;

}  // namespace

Index list_width(const LaplacianOptions& o) {
  return o.choose() ? wide_lists(o.neighbors, o.folds) : o.neighbors;
}

void note_choice(Monitor& monitor, const ChosenLambda& chosen, Index candidates, Index folds, double error) {
  monitor.note(joined({"lambda = ", decimal_text(chosen.value, 3), " was chosen among ", candidates, " by ",
                       folds, "-fold cross-validation: 1-NN error ", decimal_text(100 * error, 3), " %"}));
}

Result<Solution> laplacian_discriminant(const StatisticsProblem& p, const LaplacianOptions& o) {
  if (o.graph != SmoothnessGraph::class_)
    return Status(Code::bad_parameter, "statistics have no neighbours: graph = heat needs the samples",
                  "set graph=class");
  if (o.choose())
    return Status(Code::bad_parameter,
                  "statistics cannot be cross-validated: lambda = auto needs the samples",
                  "set lambda to a number");
  p.monitor.stage("scatter");
  MatrixD smoothness = p.scatter.within;
  if (o.lambda == 0 && !measuring(p.home())) smoothness.setZero();
  MatrixD total = total_scatter(p);
  const VectorD centre(p.home(), VectorD::Zero(p.scatter.dims()));
  MatrixD targets = class_targets({p.scatter.means, p.scatter.sizes, centre});
  return laplacian_solution(p, {std::move(smoothness), std::move(total), std::move(targets), false, p.units},
                            o.lambda);
}

Solution ordered_columns(MatrixD directions, Index dims) {
  Workspace* const home = directions.home();
  const double largest = largest_magnitude(directions);
  if (!measuring(home)) {
    if (!(largest > 0) || !std::isfinite(largest)) return {};
    directions /= largest;
  }
  turn_orthogonal(directions);
  VectorD lengths = squared_lengths(directions, home);
  lengths = lengths.cwiseSqrt();
  Array<double> shorter(home, std::size_t(lengths.size()));
  for (Index i = 0; !measuring(home) && i < lengths.size(); ++i) shorter[std::size_t(i)] = -lengths[i];
  const Array<int> order = order_of(shorter);
  if (measuring(home)) {
    const Index most = std::min(dims, lengths.size());
    return {MatrixD(home, directions.rows(), most), VectorD(home, most), 0};
  }
  Index kept = 0;
  while (kept < std::min(dims, lengths.size()) &&
         lengths[order[std::size_t(kept)]] > column_tolerance * lengths[order[0]])
    ++kept;
  Solution solution{MatrixD(home, directions.rows(), kept), VectorD(home, kept), 0};
  for (Index j = 0; j < kept; ++j) {
    solution.directions.col(j) = largest * directions.col(order[std::size_t(j)]);
    solution.values[j] = largest * lengths[order[std::size_t(j)]];
  }
  return solution;
}

}  // namespace tanda::internal
