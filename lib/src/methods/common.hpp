// What methods share: parameters with the same meaning, class statistics, the final eigenproblem.
#pragma once

#include "geometry/tangent.hpp"
#include "graph/graph.hpp"
#include "methods/method.hpp"
#include "spectral/pencil.hpp"

namespace tanda::internal {

// ---- parameters, with the same name and description in all methods. `O` has a member of that name.

/// What `between` counts: neighbours of each sample, shortest pairs of each class, or of all.
enum class PairsOf : unsigned char { point, class_, global };

/// One list of neighbours cut by label, or one of the class and one of the others.
enum class ListsOf : unsigned char { mixed, separate };

template <class O>
constexpr auto neighbors_parameter(const char* doc = "neighbours of each sample") {
  return field<O, &O::neighbors>("neighbors", {1, 10000}, Stage::neighbors, doc, "3,5,7,11");
}
template <class O>
constexpr auto between_parameter(const char* doc = "neighbours in other classes, or pairs") {
  return field<O, &O::between>("between", {1, 1000000}, Stage::neighbors, doc);
}
template <class O>
constexpr auto pairs_parameter() {
  return field<O, &O::pairs>(
      "pairs", "point|class|global", Stage::neighbors,
      "what `between` counts: neighbours of each sample, shortest pairs of each class, or of all");
}
template <class O>
constexpr auto lists_parameter() {
  return field<O, &O::graph>("graph", "mixed|separate", Stage::neighbors,
                             "one list of neighbours cut by label, or two lists");
}
/// A parameter in units of the data: see `in_data_units`.
template <class O>
constexpr auto heat_parameter(
    const char* doc = "width of exp(-distance²/heat); 0 = mean squared length of the edges") {
  return field<O, &O::heat>("heat", {0, 1e30, 0.1}, Stage::graph, doc);
}
/// For methods whose weights are 1 unless heat is set.
template <class O>
constexpr auto optional_heat_parameter() {
  return heat_parameter<O>("weights exp(-distance²/heat) on both graphs; 0 = none, all edges alike");
}
template <class O>
constexpr auto tangent_parameters() {
  return fields(field<O, &O::tangent_dims>("tangent_dims", {0, 10000}, Stage::tangents,
                                           "dimensions of the tangent spaces; 0 = by energy"),
                field<O, &O::energy>("energy", {0, 1, 0.01}, Stage::tangents,
                                     "part of the local variance the tangent spaces hold"));
}
template <class O>
constexpr auto ridge_parameter() {
  return field<O, &O::ridge>("ridge", {0, 1000, 0.01}, Stage::solve,
                             "regularisation: B + ridge·tr(B)/d·I; 0 is the paper's form",
                             "0.001,0.01,0.1,1");
}
template <class O>
constexpr auto columns_parameter() {
  return field<O, &O::columns>("columns", "b-normal|unit|orthonormal", Stage::columns,
                               "scaling of the directions");
}
template <class O>
constexpr auto positive_parameter() {
  return field<O, &O::positive>(
      "positive", {}, Stage::columns,
      "keep directions of positive eigenvalue only; there may be fewer than asked for");
}

// ---- matrices of a fit

/// A matrix of zeros in the workspace; in a counting workspace it has no values.
inline MatrixD zeros(Workspace* home, Index rows, Index cols) {
  MatrixD result(home, rows, cols);
  if (result.data()) result.setZero();
  return result;
}

// ---- graphs

/// Neighbours in the own class and in the others: two lists, or one list cut by label.
template <class S>
SplitLists own_and_other_lists(const Problem<S>& p, Index k, ListsOf of) {
  if (of == ListsOf::mixed) return split_by_class(nearest(p.points, k), p.classes());
  return nearest_within_and_between(p.points, k, k);
}

/// The graph of pairs of different classes that are pushed apart: k pairs per sample, per class or in all, as
/// `pairs` says.
template <class S>
Graph between_graph(const Problem<S>& p, Index k, PairsOf pairs) {
  if (pairs == PairsOf::class_) return or_graph(shortest_pairs_by_class(p.points, k), p.points.count());
  if (pairs == PairsOf::global) return or_graph(shortest_pairs(p.points, k), p.points.count());
  return or_graph(nearest_between(p.points, k));
}

/// A parameter in squared units of the data.
template <class S>
double in_data_units(const Problem<S>& p, double value) {
  return value * p.unit * p.unit;
}

/// The width for the parameter `heat`; 0 = the mean squared length of the edges of these graphs together.
template <class S>
double heat_width(const Problem<S>& p, double heat, std::initializer_list<const Graph*> graphs) {
  heat = in_data_units(p, heat);
  if (heat > 0 || measuring(p.home())) return heat;
  double total = 0, edges = 0;
  for (const Graph* graph : graphs) {
    total += total_squared_length(*graph, p.samples);
    edges += double(graph->edges());
  }
  return total > 0 ? total / edges : 1;
}

/// The graph with the heat weights of that width; 0 = unchanged.
template <class S>
Graph with_heat(const Problem<S>& p, double heat, Graph graph) {
  heat = in_data_units(p, heat);
  if (heat > 0) heat_weights(graph, p.points.samples, heat);
  return graph;
}

// ---- the last step

template <class P>
Solution solve(const P& p, Pencil pencil, Columns columns = Columns::b_normal) {
  p.monitor.stage("solve");
  if (p.monitor.cancelled()) return {};
  pencil.units = p.units;
  Eigenpairs pairs = solve(std::move(pencil), p.dims, columns, &p.monitor);
  return {std::move(pairs.vectors), std::move(pairs.values), 0};
}

/// Solves (A, B + ridge) for the pencil that `make` computes. Fits to the same prepared data that differ only
/// in parameters of the final stages compute the pencil once.
template <class P, class Make>
Solution solve_with_ridge(const P& p, double ridge, Columns columns, Make make) {
  const bool made = p.pencils && p.pencils->made;
  Pencil pencil = made ? p.pencils->pencil : make();
  if (p.monitor.cancelled()) return {};
  if (p.pencils && !made) p.pencils->keep(pencil);
  add_ridge(pencil.b, ridge, p.ambient);
  return solve(p, std::move(pencil), columns);
}

/// An orthonormal basis of the range of S (lower triangle), decided in units of its diagonal: the units of
/// the features do not matter. Empty when S has full rank, and when cancelled. O(d³)
MatrixD range_of(MatrixD s, Monitor* monitor);

/// Orthonormal directions at one end of the spectrum of A = XMX', M1 = 0, in the range of the data only. A
/// direction without variance has the eigenvalue 0: it would come before negative ones and map all samples to
/// one point. Other directions with that eigenvalue are rare, so the range is computed only if the eigenvalue
/// 0 occurs.
template <class S>
Solution solve_orthonormal(const Problem<S>& p, MatrixD a, End end) {
  constexpr double near_zero = 1e-9;
  Workspace* const home = p.home();
  MatrixD whole = a;
  fill_upper(whole);
  Solution solution = solve(p, Pencil{std::move(a), {}, end});
  bool suspect = measuring(home);
  if (!suspect) {
    const double floor = near_zero * norm_of(whole);
    for (const double value : solution.values) suspect = suspect || std::abs(value) <= floor;
  }
  if (!suspect || p.monitor.cancelled()) return solution;
  const MatrixD basis = range_of(
      scatter(p.samples, p.monitor, [](Index i, ColumnSum<S>& sum) { sum.add(1.0, i); }), &p.monitor);
  if (basis.size() == 0) return solution;
  const MatrixD turned = long_product(whole, basis, &p.monitor, home);
  if (p.monitor.cancelled()) return {};
  const Solution inside =
      solve(p, Pencil{long_product(basis.transpose(), turned, &p.monitor, home), {}, end});
  if (p.monitor.cancelled()) return {};
  const MatrixD directions = product(basis, inside.directions, home);
  // Reuses the memory of the first solution, below all the scratch.
  solution.directions.conservativeResize(Eigen::NoChange, inside.dims());
  solution.directions = directions;
  solution.values.conservativeResize(inside.dims());
  solution.values = inside.values;
  return solution;
}

/// Keeps the leading columns whose eigenvalue is above `floor`.
void keep_above(Solution& solution, double floor);

/// Adds a note if the largest eigenvalue of X(L(between) − L(within))X', a matrix with this trace, is
/// negative or negligible.
void note_weak_push(Monitor& monitor, const Solution& solution, double trace);

/// Orthonormal directions of the largest eigenvalues of X(L(between) − L(within))X'; `positive`: only of
/// positive ones.
template <class S>
Solution push_and_pull(const Problem<S>& p, const Graph& between, const Graph& within, bool positive) {
  p.monitor.stage("scatter");
  MatrixD difference = scatter(p.samples, p.monitor, [&](Index i, ColumnSum<S>& sum) {
    add_laplacian(sum, between, i, 1.0);
    add_laplacian(sum, within, i, -1.0);
  });
  const double trace = measuring(p.home()) ? 0 : difference.trace();
  Solution solution = solve_orthonormal(p, std::move(difference), End::largest);
  note_weak_push(p.monitor, solution, trace);
  if (positive) keep_above(solution, 0);
  return solution;
}

}  // namespace tanda::internal
