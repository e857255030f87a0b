#include "laplacian_discriminant.hpp"

#include <cmath>

#include "tanda/base/decimal.hpp"
#include "tanda/base/order.hpp"
#include "tanda/base/text.hpp"
#include "tanda/linalg/orthogonal_columns.hpp"

namespace tanda {
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

// ---- memory

namespace {

/// A path of all samples; axes, targets and statistics of it stay.
void plan_path(MemoryPlan& plan, const Shape& shape, const LaplacianOptions& o) {
  const double p = shape.dims, square = scatter_bytes(shape), classes = 8 * p * shape.classes;
  plan.hold(shape.samples + classes + 16 * p + 8192);  // statistics, who takes part, and small change
  if (o.graph == SmoothnessGraph::heat) {
    const double k = o.neighbors;
    const double lists = list_bytes(shape, k), graph = graph_bytes(shape, k);
    plan.hold(graph);
    plan.use(lists);
    plan_scatter(plan, shape);
    plan.release(graph);
  } else {
    plan_squared_scatter(plan, shape);
  }
  plan_squared_scatter(plan, shape);
  plan.hold(classes);
  Shape all = shape;
  all.wanted = p;
  plan.use(4 * square + packed_bytes(p, p, p));  // where unlabelled samples reach beyond the labelled
  plan_solve(plan, all, true);
  plan.release(2 * square);
  plan.hold(square);
  plan.use(4 * classes + packed_bytes(p, shape.classes, p));
}

}  // namespace

void plan_laplacian_discriminant(MemoryPlan& plan, const Shape& shape, const LaplacianOptions& o) {
  if (o.graph == SmoothnessGraph::heat) plan_lists(plan, shape, double(list_width(o)), Search::all);
  const double p = shape.dims, n = shape.samples;
  if (o.choose()) {
    const double candidates = o.candidates, tests = std::ceil(n / double(o.folds));
    MemoryPlan fold = plan;
    fold.hold(16 * candidates + 4 * n);
    plan_path(fold, shape, o);
    fold.hold(8 * p * n + 16 * n);
    const double panel = std::min(double(panel_samples), n);
    fold.use(8 * p * panel + 8 * n + packed_bytes(p, panel, p));
    fold.use(path_errors_bytes(p, std::min(p, shape.classes - 1), n - tests, tests, candidates));
    plan.use(fold.peak() - plan.held());
  }
  plan_path(plan, shape, o);
  plan.use(8 * 6 * p * shape.classes);
}

}  // namespace tanda
