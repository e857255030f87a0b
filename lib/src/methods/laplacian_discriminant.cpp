#include "laplacian_discriminant.hpp"

#include <cmath>

#include "tanda/base/decimal.hpp"
#include "tanda/base/order.hpp"
#include "tanda/base/random.hpp"
#include "tanda/base/text.hpp"

namespace tanda {
namespace {

// Columns of W below this part of the longest are rounding errors.
constexpr double column_tolerance = 1e-11;
constexpr double orthogonal = 1e-15;  // cosine below which two columns are left alone
constexpr int most_jacobi_sweeps = 12;

/// Exact for whole exponents.
double power_of_ten(double exponent) {
  const double whole = std::floor(exponent), log_10 = 2.30258509299404568402;
  double scale = 1;
  for (double i = std::abs(whole); i > 0; --i) scale *= 10;
  const double part = std::exp((exponent - whole) * log_10);
  return whole < 0 ? part / scale : part * scale;
}

}  // namespace

VectorD lambda_candidates(Index count) {
  VectorD result(count);
  for (Index i = 0; i < count; ++i)
    result[i] = count == 1 ? 1 : power_of_ten(-6 + 12 * double(i) / double(count - 1));
  return result;
}

std::vector<int> stratified_folds(const Classes& classes, Index folds, std::uint64_t seed) {
  Random random(seed);
  std::vector<int> result(std::size_t(classes.labelled())), order;
  int next = 0;  // goes on from class to class, so that small classes do not all fill the first fold
  for (Index c = 0; c < classes.count(); ++c) {
    order.clear();
    for (Index i = classes.first(c); i < classes.last(c); ++i) order.push_back(int(i));
    random.shuffle(order);
    for (const int i : order) result[std::size_t(i)] = next++ % int(folds);
  }
  return result;
}

Index best_candidate(const std::vector<Index>& errors) {
  const Index least = *std::min_element(errors.begin(), errors.end()), count = Index(errors.size());
  Index longest = 0, middle = 0;
  for (Index first = 0; first < count;) {
    Index last = first;
    while (last < count && errors[std::size_t(last)] == least) ++last;
    if (last - first > longest) {
      longest = last - first;
      middle = first + (longest - 1) / 2;
    }
    first = std::max(last, first + 1);
  }
  return middle;
}

Index list_width(const LaplacianOptions& o) {
  const Index k = o.neighbors;
  return o.choose() ? k + 3 * ((k + o.folds - 2) / (o.folds - 1)) + 8 : k;
}

MatrixD class_targets(const PartStatistics& part) {
  MatrixD result = part.means;
  const double n = part.sizes.sum();
  for (Index c = 0; c < result.cols(); ++c) {
    const double factor = std::sqrt(part.sizes[c] * n);
    for (Index i = 0; i < result.rows(); ++i) result(i, c) = factor * (part.means(i, c) - part.mean[i]);
  }
  return result;
}

void note_choice(Monitor& monitor, const ChosenLambda& chosen, Index candidates, Index folds, double error) {
  monitor.note(joined({"lambda = ", decimal_text(chosen.value, 3), " was chosen among ", candidates, " by ",
                       folds, "-fold cross-validation: 1-NN error ", decimal_text(100 * error, 3), " %"}));
}

namespace {

/// Turns pairs of columns until all are orthogonal: singular vectors times values, small ones as exact as
/// large ones. The eigenvectors of W'W come first and leave little to turn. O(p r²)
void orthogonalise_columns(MatrixD& w) {
  w = product(w, largest_pairs(symmetric_eigen(square_lower(w.transpose())), w.cols()).vectors);
  bool turned = true;
  for (int sweep = 0; turned && sweep < most_jacobi_sweeps; ++sweep) {
    turned = false;
    for (Index i = 0; i < w.cols(); ++i) {
      for (Index j = i + 1; j < w.cols(); ++j) {
        double *const x = w.col(i).data(), *const y = w.col(j).data();
        double a = 0, b = 0, c = 0;
        for (Index k = 0; k < w.rows(); ++k) {
          a += x[k] * x[k];
          b += y[k] * y[k];
          c += x[k] * y[k];
        }
        if (!(std::abs(c) > orthogonal * std::sqrt(a) * std::sqrt(b))) continue;
        const double zeta = (b - a) / (2 * c);
        const double tangent = (zeta < 0 ? -1 : 1) / (std::abs(zeta) + std::hypot(1, zeta));
        const double cosine = 1 / std::hypot(1, tangent), sine = cosine * tangent;
        for (Index k = 0; k < w.rows(); ++k) {
          const double old = x[k];
          x[k] = cosine * old - sine * y[k];
          y[k] = sine * old + cosine * y[k];
        }
        turned = true;
      }
    }
  }
}

}  // namespace

Solution ordered_columns(MatrixD directions, Index dims) {
  const double largest = largest_magnitude(directions);
  if (!(largest > 0) || !std::isfinite(largest)) return {};
  directions /= largest;
  orthogonalise_columns(directions);
  const VectorD lengths = squared_lengths(directions).cwiseSqrt();
  std::vector<double> shorter;
  for (const double length : lengths) shorter.push_back(-length);
  const std::vector<int> order = order_of(shorter);
  Index kept = 0;
  while (kept < std::min(dims, lengths.size()) &&
         lengths[order[std::size_t(kept)]] > column_tolerance * lengths[order[0]])
    ++kept;
  Solution solution{MatrixD(directions.rows(), kept), VectorD(kept), 0};
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
