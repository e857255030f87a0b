// The Laplacian-regularised discriminant on any samples: in the data's own coordinates or in those of a
// kernel.
#pragma once

#include "base/decimal.hpp"
#include "class_fit.hpp"
#include "common.hpp"
#include "data/class_part.hpp"
#include "graph/part_neighbors.hpp"
#include "spectral/laplacian_path_choice.hpp"

namespace tanda::internal {

// ---- parameters

/// Heat weights between neighbours of any class, or 1/n_c between all members of a class.
enum class SmoothnessGraph : unsigned char { heat, class_ };

inline constexpr const char* lambda_name = "lambda";

/// `lambda` may be automatic_value: it is then chosen by cross-validation.
struct LaplacianOptions : device::LapldaOptions<double> {
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

// ---- statistics of a fit: of all samples, or of those outside a fold

/// The width of the neighbour lists: larger than what is used, because removing a fold removes neighbours.
Index list_width(const LaplacianOptions& o);

/// Statistics of the selected samples: L on all of them, XX' and Y on the labelled ones, centred at their
/// mean. S_w, which is XLX' for the graph of the classes, is replaced by that of the chosen graph.
template <class S>
class GraphStatistics final : public PartStatistics<S> {
 public:
  GraphStatistics(const Problem<S>& p, const LaplacianOptions& o, const NeighborLists& wide, const Mask& part)
      : PartStatistics<S>(p.samples, p.classes(), part, p.monitor), p_(p), o_(o), wide_(wide), part_(part) {}

  MatrixD within() override {
    if (o_.graph == SmoothnessGraph::class_) return PartStatistics<S>::within();
    MatrixD result(p_.home(), MatrixD::Zero(p_.samples.dims(), p_.samples.dims()));
    Graph graph = or_graph(part_lists(p_.points, wide_, part_, o_.neighbors));
    heat_weights(graph, p_.samples, heat_width(p_, o_.heat, {&graph}));
    add_scatter<S>(result, p_.samples, p_.monitor,
                   [&](Index i, ColumnSum<S>& sum) { add_laplacian(sum, graph, i, 1.0); });
    return result;
  }
  bool reaches_beyond() const override { return p_.classes().labelled() < p_.samples.count(); }
  ClassProblem problem() { return {*this, p_.dims, p_.ambient, p_.monitor, nullptr, p_.units}; }

 private:
  const Problem<S>& p_;
  const LaplacianOptions& o_;
  const NeighborLists& wide_;
  const Mask& part_;
};

// ---- lambda = auto

/// 1-NN errors of each candidate, summed over the folds. One decomposition per fold is shared by all
/// candidates.
template <class S>
Array<Index> cross_validate(const Problem<S>& p, const LaplacianOptions& o, const NeighborLists& wide,
                            const VectorD& lambdas, Index folds) {
  const Classes& classes = p.classes();
  Workspace* const home = p.home();
  const bool counting = measuring(home);
  Array<Index> errors(home, std::size_t(lambdas.size()), 0);
  const Array<int> fold_of = class_folds(classes, folds, p.seed, home);
  for (Index fold = 0; fold < folds; ++fold) {
    if (counting && fold > 0 && fold + 1 < folds)
      continue;  // the first is the largest, the last the smallest
    p.monitor.stage("cross-validation");
    if (!p.monitor.advance(double(fold) / double(folds))) break;
    Mask part(home, std::size_t(p.samples.count()), 1);
    for (std::size_t i = 0; !counting && i < fold_of.size(); ++i) part[i] = fold_of[i] != int(fold);
    const Index tests = classes.labelled() / folds + (fold < classes.labelled() % folds);
    GraphStatistics<S> data(p, o, wide, part);
    const ClassProblem problem = data.problem();
    ClassFit fit(problem);
    fit.make(small::Part::within, small::Part::total);
    const LaplacianPath path(fit.least_squares(), &p.monitor);
    if (p.monitor.cancelled()) break;
    const PathSamples samples = path_samples(p.samples, p.points, path, part, tests);
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
  const VectorD lambdas = lambda_candidates(o.candidates, p.home());
  const Index labelled = p.classes().labelled();
  const Index folds = std::min<Index>(o.folds, labelled);
  const Array<Index> errors = cross_validate(p, o, wide, lambdas, folds);
  if (measuring(p.home())) return {1, {}};
  const Index best = best_candidate(errors);
  const ChosenLambda chosen{lambdas[best], {{lambda_name, shortest_text(lambdas[best], 6)}}};
  const double error = double(errors[std::size_t(best)]) / double(labelled);
  if (!p.monitor.cancelled()) note_choice(p.monitor, chosen, lambdas.size(), folds, error);
  return chosen;
}

// ---- the fit

template <class S>
Solution laplacian_discriminant(const Problem<S>& p, const LaplacianOptions& o) {
  p.monitor.stage("neighbors");
  NeighborLists lists;
  if (o.graph == SmoothnessGraph::heat) lists = nearest(p.points, list_width(o));
  if (p.monitor.cancelled()) return {};
  ChosenLambda lambda = lambda_of(p, o, lists);
  if (p.monitor.cancelled()) return {};
  LaplacianOptions chosen = o;
  chosen.lambda = lambda.value;
  const Mask all(p.home(), std::size_t(p.samples.count()), 1);
  GraphStatistics<S> data(p, chosen, lists, all);
  const ClassProblem problem = data.problem();
  ClassFit fit(problem);
  small::solve_laplda(fit, chosen);
  Solution solution = fit.result();
  solution.chosen = std::move(lambda.record);
  return solution;
}

/// The fit to statistics: with the graph of the classes, whose X L X' is the scatter within classes.
Result<Solution> laplacian_discriminant(const ClassProblem& p, const LaplacianOptions& o);

}  // namespace tanda::internal
