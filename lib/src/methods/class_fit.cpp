#include "methods/class_fit.hpp"

#include <algorithm>
#include <cmath>

#include "base/order.hpp"
#include "common.hpp"
#include "linalg/orthogonal_columns.hpp"

namespace tanda::internal {
namespace {

using small::Part;

// Columns of W shorter than this fraction of the longest are rounding errors.
constexpr double column_tolerance = 1e-11;

/// Directions with less than this fraction of the largest variance need products in double; so do all
/// directions if the samples' squares almost underflow in single precision.
bool found_quickly(const VectorD& values, double samples) {
  return !measuring(values.home()) && values.size() > 0 && values.minCoeff() >= 1e-2 * values[0] &&
         values[0] >= 1e-20 * samples;
}

/// Keeps the leading `dims` columns; columns with the same eigenvalue are rotated.
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

/// W rotated so that its columns are in the order of their lengths; the metric WW' does not change.
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

}  // namespace

MatrixD ClassFit::scatter(Part part) const {
  switch (part) {
    case Part::between:
      return p.data.between();
    case Part::within:
      return p.data.within();
    case Part::total:
      return p.data.total();
    case Part::none:
      break;
  }
  return MatrixD(p.home(), MatrixD::Zero(p.data.dims(), p.data.dims()));
}

void ClassFit::make(Part a, Part b) {
  const bool made = p.pencils && p.pencils->made;
  if (made) {
    pencil_ = p.pencils->pencil;
    return;
  }
  p.monitor.stage("scatter");
  pencil_.b = scatter(b);
  if (stopped()) return;
  pencil_.a = scatter(a);
  if (p.pencils && !stopped()) p.pencils->keep(pencil_);
}

void ClassFit::add_ridge(double ridge) {
  if (!stopped()) internal::add_ridge(pencil_.b, ridge, p.ambient);
}

void ClassFit::run(End end, Index count) {
  p.monitor.stage("solve");
  if (stopped()) return;
  pencil_.end = end;
  pencil_.units = p.units;
  Eigenpairs pairs = internal::solve(std::move(pencil_), count, Columns::b_normal, &p.monitor);
  solution_ = {std::move(pairs.vectors), std::move(pairs.values), 0};
}

void ClassFit::solve(End end, Index most) {
  run(end, std::min(most, p.dims));
}

void ClassFit::solve_with_ties(End end, Index most) {
  run(end, most);
  if (!stopped()) keep_leading(solution_, p.dims);
}

void ClassFit::eigenpairs(Part part) {
  p.monitor.stage("scatter");
  pencil_.a = part == Part::total ? p.data.quick_total() : MatrixD();
  const bool quick = pencil_.a.size() > 0;
  if (!quick) pencil_.a = scatter(part);
  run(End::largest, p.dims);
  if (!quick || stopped() || found_quickly(solution_.values, samples_)) return;
  solution_ = {};  // frees its memory, which is planned for only once
  p.monitor.stage("scatter");
  pencil_.a = p.data.total(small_panel);
  run(End::largest, p.dims);
}

void ClassFit::keep_range() {
  if (solution_.dims() > 0 && !measuring(p.home()))
    keep_above(solution_, range_tolerance * solution_.values[0]);
}

void ClassFit::divide_values(double by) {
  if (!measuring(p.home())) solution_.values /= by;
}

void ClassFit::scale(Columns columns) {
  if (!stopped()) solution_.directions = scaled_columns(std::move(solution_.directions), columns);
}

LaplacianProblem ClassFit::least_squares() {
  return {std::move(pencil_.a), std::move(pencil_.b), p.data.targets(), p.data.reaches_beyond(), p.units};
}

void ClassFit::regress(double lambda) {
  p.monitor.stage("solve");
  if (stopped()) return;
  LaplacianProblem problem = least_squares();
  solution_ = ordered_columns(laplacian_directions(problem, lambda, &p.monitor), p.dims);
  if (stopped() || (solution_.dims() > 0 && !measuring(p.home()))) return;
  solution_ = {};
  const LaplacianPath path(std::move(problem), &p.monitor);
  if (stopped()) return;
  solution_ = ordered_columns(path.directions(lambda), p.dims);
  // If all class means are equal, there is no direction: the smoothest one is taken instead, with value zero.
  if (solution_.dims() == 0 && path.rank() > 0) {
    solution_ = {MatrixD(p.home(), path.axes().col(0)), VectorD(p.home(), VectorD::Zero(1)), 0};
    if (!measuring(p.home())) solution_.directions.normalize();
  }
}

Solution ClassFit::result() {
  if (stopped()) return {};
  return std::move(solution_);
}

}  // namespace tanda::internal
