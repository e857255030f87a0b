// The Laplacian-regularised discriminant on any samples: in the data's own coordinates or in those of a
// kernel.
#pragma once

#include <tuple>

#include "common.hpp"
#include "path_errors.hpp"
#include "tanda/base/decimal.hpp"
#include "tanda/spectral/laplacian_path.hpp"

namespace tanda {

// ---- parameters

/// Heat weights between neighbours of any class, or 1/n_c between all members of a class.
enum class SmoothnessGraph : unsigned char { heat, class_ };

inline constexpr const char* lambda_name = "lambda";

struct LaplacianOptions {
  double lambda = 1;  ///< automatic_value = by cross-validation
  SmoothnessGraph graph = SmoothnessGraph::heat;
  int neighbors = 5, candidates = 1024, folds = 5;
  double heat = 0;

  bool choose() const { return lambda == automatic_value; }
};

template <class O>
constexpr auto laplacian_parameters(const char* neighbors_doc) {
  return fields(
      field<O, &O::lambda>(lambda_name, or_auto({0, 1e12, 0.1}), Stage::scatter,
                           "weight of smoothness on the graph; auto = by cross-validation of 1-NN errors"),
      field<O, &O::graph>(
          "graph", "heat|class", Stage::neighbors,
          "heat weights between neighbours of any class, or 1/n_c between all members of a class",
          "heat,class"),
      neighbors_parameter<O>(neighbors_doc), heat_parameter<O>(),
      field<O, &O::candidates>("candidates", {1, 100000}, Stage::scatter,
                               "values of lambda = auto, even in log from 1e-6 to 1e6"),
      field<O, &O::folds>("folds", {2, 100}, Stage::scatter,
                          "parts of the cross-validation of lambda = auto"));
}

// ---- what a fit is made of: all samples, or those outside a fold

/// Per sample, whether it takes part.
using Mask = std::vector<char>;

/// 10^-6..10^6, even in log; a single one is 1.
VectorD lambda_candidates(Index count);
/// The fold of each labelled sample, every class spread over all folds.
std::vector<int> stratified_folds(const Classes& classes, Index folds, std::uint64_t seed);
/// The middle of the longest run of least errors.
Index best_candidate(const std::vector<Index>& errors);
/// Lists this wide still hold all neighbours, but for rare rows, when one of the folds is taken away.
Index list_width(const LaplacianOptions& o);

/// Means (p×C) and sizes of the classes among the labelled samples that take part, and the mean of them all.
struct PartStatistics {
  MatrixD means;
  VectorD sizes, mean;
};

template <class S>
PartStatistics part_statistics(const Problem<S>& p, const Mask& part) {
  const Classes& classes = p.classes();
  PartStatistics result{MatrixD(p.samples.dims(), classes.count()), VectorD::Zero(classes.count()),
                        VectorD::Zero(p.samples.dims())};
  for (Index c = 0; c < classes.count(); ++c) {
    for (Index i = classes.first(c); i < classes.last(c); ++i) result.sizes[c] += part[std::size_t(i)];
    ColumnSum<S> sum(p.samples, result.means.col(c));
    for (Index i = classes.first(c); i < classes.last(c); ++i) {
      if (part[std::size_t(i)]) sum.add(1 / result.sizes[c], i);
    }
    sum.finish();
  }
  result.mean = product(result.means, VectorD(result.sizes / result.sizes.sum()));
  return result;
}

/// XY = [√(n n_c) (m_c − m)].
MatrixD class_targets(const PartStatistics& part);

/// The k nearest among the samples that take part, from wider lists of all; a row they leave short is
/// searched again.
template <class S>
NeighborLists part_lists(const Points<S>& points, const NeighborLists& wide, const Mask& part, Index k) {
  const Index n = points.count();
  k = std::min(k, n - 1);
  NeighborLists lists{k, std::vector<int>(std::size_t(n * k), -1)};
  std::vector<std::tuple<double, int, int>> order;
  for (Index i = 0; i < n; ++i) {
    if (!part[std::size_t(i)]) continue;
    int *out = lists.begin(i), *const end = out + k;
    for (const int* j = wide.begin(i); j != wide.end(i) && out != end; ++j) {
      if (*j >= 0 && part[std::size_t(*j)]) *out++ = *j;
    }
    if (out == end || wide.width >= n - 1) continue;
    order.clear();
    for (Index j = 0; j < n; ++j) {
      if (j != i && part[std::size_t(j)])
        order.emplace_back(points.samples.squared_distance(i, j), points.original[std::size_t(j)], int(j));
    }
    const std::size_t kept = std::min(order.size(), std::size_t(k));
    std::partial_sort(order.begin(), order.begin() + std::ptrdiff_t(kept), order.end());
    for (std::size_t e = 0; e < kept; ++e) lists.begin(i)[e] = std::get<2>(order[e]);
  }
  return lists;
}

/// XLX'. Within classes L = I − 1/n_c, so there it is the within-class scatter.
template <class S>
MatrixD smoothness_scatter(const Problem<S>& p, const LaplacianOptions& o, const NeighborLists& wide,
                           const Mask& part, const PartStatistics& statistics) {
  if (o.graph == SmoothnessGraph::class_) {
    return squared_scatter(p.samples, p.monitor, [&](Index i, ColumnSum<S>& sum) {
      if (i >= p.classes().labelled() || !part[std::size_t(i)]) return;
      sum.add(1, i);
      sum.add(-1, statistics.means.col(p.classes().of(i)));
    });
  }
  Graph graph = or_graph(part_lists(p.points, wide, part, o.neighbors));
  heat_weights(graph, p.samples, heat_width(p, o.heat, {&graph}));
  return laplacian_scatter(p.samples, graph, p.monitor);
}

/// The problem of the samples that take part: L on all of them, XX' and Y on the labelled, centred at their
/// mean.
template <class S>
LaplacianProblem laplacian_problem(const Problem<S>& p, const LaplacianOptions& o, const NeighborLists& wide,
                                   const Mask& part) {
  const PartStatistics statistics = part_statistics(p, part);
  MatrixD smoothness = smoothness_scatter(p, o, wide, part, statistics);
  // With lambda = 0 nothing is smoothed, and what only unlabelled samples span is outside of the problem.
  if (o.lambda == 0) smoothness.setZero();
  MatrixD total = squared_scatter(p.samples, p.monitor, [&](Index i, ColumnSum<S>& sum) {
    if (i >= p.classes().labelled() || !part[std::size_t(i)]) return;
    sum.add(1, i);
    sum.add(-1, statistics.mean);
  });
  const bool unlabelled = p.classes().labelled() < p.samples.count();
  return {std::move(smoothness), std::move(total), class_targets(statistics), unlabelled, p.units};
}

// ---- lambda = auto

/// The labelled samples in the coordinates of a path: those that take part first.
template <class S>
PathSamples path_samples(const Problem<S>& p, const LaplacianPath& path, const Mask& part) {
  const Classes& classes = p.classes();
  PathSamples result{MatrixD(path.rank(), classes.labelled()), {0}, {}, {}};
  std::vector<Index> order;
  for (Index c = 0; c < classes.count(); ++c) {
    for (Index i = classes.first(c); i < classes.last(c); ++i) {
      if (part[std::size_t(i)]) order.push_back(i);
    }
    result.begin.push_back(Index(order.size()));
  }
  for (Index i = 0; i < classes.labelled(); ++i) {
    if (part[std::size_t(i)]) continue;
    order.push_back(i);
    result.test_classes.push_back(classes.of(i));
  }
  MatrixD panel;
  for (Index first = 0; first < classes.labelled(); first += panel_samples) {
    reshape(panel, p.samples.dims(), std::min(panel_samples, classes.labelled() - first));
    for (Index i = 0; i < panel.cols(); ++i) {
      const Index at = order[std::size_t(first + i)];
      p.samples.centred(at, panel.col(i).data());
      result.original.push_back(p.points.original[std::size_t(at)]);
    }
    set_product(result.coordinates.middleCols(first, panel.cols()), path.axes().transpose(), panel);
  }
  // Neighbours do not mind a common shift, and what is centred moves less along the path.
  centre_columns(result.coordinates);
  return result;
}

/// 1-NN errors of every candidate, summed over the folds. One decomposition per fold serves all candidates.
template <class S>
std::vector<Index> cross_validate(const Problem<S>& p, const LaplacianOptions& o, const NeighborLists& wide,
                                  const VectorD& lambdas, Index folds) {
  const Classes& classes = p.classes();
  const std::vector<int> fold_of = stratified_folds(classes, folds, p.seed);
  std::vector<Index> errors(std::size_t(lambdas.size()), 0);
  for (Index fold = 0; fold < folds; ++fold) {
    p.monitor.stage("cross-validation");
    if (!p.monitor.advance(double(fold) / double(folds))) break;
    Mask part(std::size_t(p.samples.count()), 1);
    for (std::size_t i = 0; i < fold_of.size(); ++i) part[i] = fold_of[i] != int(fold);
    const LaplacianPath path(laplacian_problem(p, o, wide, part), &p.monitor);
    if (p.monitor.cancelled()) break;
    const PathSamples samples = path_samples(p, path, part);
    p.monitor.stage("candidates");
    add_path_errors(path, samples, lambdas, errors, p.monitor);
  }
  return errors;
}

struct ChosenLambda {
  double value;
  std::vector<Setting> record;
};

void note_choice(Monitor& monitor, const ChosenLambda& chosen, Index candidates, Index folds, double error);

template <class S>
ChosenLambda lambda_of(const Problem<S>& p, const LaplacianOptions& o, const NeighborLists& wide) {
  if (!o.choose()) return {o.lambda, {}};
  const VectorD lambdas = lambda_candidates(o.candidates);
  const Index labelled = p.classes().labelled();
  const Index folds = std::min<Index>(o.folds, labelled);
  const std::vector<Index> errors = cross_validate(p, o, wide, lambdas, folds);
  const Index best = best_candidate(errors);
  const ChosenLambda chosen{lambdas[best], {{lambda_name, shortest_text(lambdas[best], 6)}}};
  const double error = double(errors[std::size_t(best)]) / double(labelled);
  if (!p.monitor.cancelled()) note_choice(p.monitor, chosen, lambdas.size(), folds, error);
  return chosen;
}

// ---- the fit

/// W(λ) turned so that its columns come in the order of their lengths: WW' is the metric, and it stays.
Solution ordered_columns(MatrixD directions, Index dims);

template <class S>
Solution laplacian_discriminant(const Problem<S>& p, const LaplacianOptions& o) {
  p.monitor.stage("neighbors");
  NeighborLists lists;
  if (o.graph == SmoothnessGraph::heat) lists = nearest(p.points, list_width(o));
  if (p.monitor.cancelled()) return {};
  ChosenLambda lambda = lambda_of(p, o, lists);
  p.monitor.stage("scatter");
  if (p.monitor.cancelled()) return {};
  LaplacianProblem problem = laplacian_problem(p, o, lists, Mask(std::size_t(p.samples.count()), 1));
  p.monitor.stage("solve");
  if (p.monitor.cancelled()) return {};
  Solution solution = ordered_columns(laplacian_directions(problem, lambda.value, &p.monitor), p.dims);
  if (p.monitor.cancelled()) return {};
  if (solution.dims() == 0) {
    const LaplacianPath path(std::move(problem), &p.monitor);
    if (p.monitor.cancelled()) return {};
    solution = ordered_columns(path.directions(lambda.value), p.dims);
    // Classes of equal means leave nothing to project on; the smoothest direction stands in, its value is
    // zero.
    if (solution.dims() == 0 && path.rank() > 0)
      solution = {path.axes().col(0).normalized(), VectorD::Zero(1), 0};
  }
  solution.chosen = std::move(lambda.record);
  return solution;
}

void plan_laplacian_discriminant(MemoryPlan& plan, const Shape& shape, const LaplacianOptions& o);

}  // namespace tanda
