// Local Fisher discriminant analysis: Fisher's criterion with far-apart members of a class left alone.
#include <cmath>

#include "common.hpp"

namespace tanda {
namespace {

constexpr Parameter lfda_parameters[] = {
    neighbors_parameter(7, "neighbour whose distance is the local scale, and edges of the sparse graph"),
    choice("graph", 0, "class|all", "neighbours within the class, or regardless of class"),
    flag("sparse", true, "affinities between neighbours only, not between all pairs of a class"),
    ridge_parameter(0.1), columns_parameter()};

constexpr MethodInfo lfda_info{"lfda",
                               "Local Fisher discriminant analysis",
                               Family::graph,
                               "LDA that keeps clusters inside a class where they are.",
                               "Sugiyama, Journal of Machine Learning Research 8, 2007",
                               lfda_parameters,
                               Supervision::labels};

/// exp(−d²/(σ_i σ_j)), also where duplicates make a scale zero.
double affinity(double squared, double scales) {
  if (squared == 0) return 1;
  return scales > 0 ? std::exp(-squared / scales) : 0;
}

/// σ_i: distance to the last neighbour of the list.
template <class S>
VectorD local_scales(const Samples<S>& samples, const NeighborLists& lists) {
  VectorD scales = VectorD::Zero(lists.count());
  for (Index i = 0; i < lists.count(); ++i) {
    for (Index k = lists.width; k-- > 0 && scales[i] == 0;) {
      if (lists.begin(i)[k] >= 0) {
        scales[i] = std::sqrt(samples.squared_distance(i, lists.begin(i)[k]));
        break;
      }
    }
  }
  return scales;
}

/// Σ_c f(c) · X_c L(A_c) X_c' for two choices of f at once, A_c all pairs of class c, made in blocks. O(Σ n_c² d)
template <class S>
void add_dense_affinities(const Problem<S>& p, const VectorD& scales, MatrixD& between, MatrixD& within) {
  const Classes& classes = p.classes();
  const double n = double(p.samples.count());
  MatrixD xs, others, pulled, affinities;
  for (Index c = 0; c < classes.count(); ++c) {
    MatrixD local = MatrixD::Zero(p.samples.dims(), p.samples.dims());
    for (Index first = classes.first(c); first < classes.last(c); first += panel_samples) {
      if (!p.monitor.advance(double(first) / n)) return;
      const Index size = std::min(panel_samples, classes.last(c) - first);
      p.samples.panel(first, size, xs);
      pulled = MatrixD::Zero(xs.rows(), size);
      VectorD degrees = VectorD::Zero(size);
      for (Index from = classes.first(c); from < classes.last(c); from += panel_samples) {
        const Index count = std::min(panel_samples, classes.last(c) - from);
        p.samples.panel(from, count, others);
        affinities.noalias() = -2 * others.transpose() * xs;
        affinities.colwise() += others.colwise().squaredNorm().transpose();
        affinities.rowwise() += xs.colwise().squaredNorm();
        for (Index j = 0; j < size; ++j) {
          for (Index i = 0; i < count; ++i) {
            const bool self = from + i == first + j;
            affinities(i, j) =
                self ? 0 : affinity(std::max(0.0, affinities(i, j)), scales[from + i] * scales[first + j]);
          }
        }
        pulled.noalias() += others * affinities;
        degrees += affinities.colwise().sum().transpose();
      }
      pulled = xs * degrees.asDiagonal() - pulled;
      local.triangularView<Eigen::Lower>() += pulled * xs.transpose();
    }
    const double size = double(classes.size(c));
    between.triangularView<Eigen::Lower>() += (1 / n - 1 / size) * local;
    within.triangularView<Eigen::Lower>() += local / size;
  }
}

// Largest of (X L(Wb) X', X L(Ww) X'), Ww = A/n_c in class, Wb = A(1/n − 1/n_c) in class and 1/n across. Never n×n:
// S~b = S_t − Σ_c (n_c/n) S_c + Σ_c (1/n − 1/n_c) X_c L(A_c) X_c'.
template <class S>
Result<Solution> lfda(const Problem<S>& p) {
  p.monitor.stage("neighbors");
  const Classes& classes = p.classes();
  const Index k = p.parameters.count("neighbors");
  const bool all = p.parameters.choice("graph") == "all", sparse = p.parameters.flag("sparse");
  NeighborLists lists = all ? nearest(p.points, k) : nearest_within(p.points, k);
  p.monitor.stage("graph");
  const VectorD scales = local_scales(p.points.samples, lists);
  Graph graph;
  if (sparse) {
    if (all) lists = split_by_class(std::move(lists), classes).within;
    graph = or_graph(lists);
    for (Index i = 0; i < graph.nodes(); ++i) {
      for (Index e = graph.begin[std::size_t(i)]; e < graph.begin[std::size_t(i) + 1]; ++e) {
        const Index j = graph.to[std::size_t(e)];
        graph.weight[std::size_t(e)] = affinity(p.points.samples.squared_distance(i, j), scales[i] * scales[j]);
      }
    }
  }
  lists = {};

  p.monitor.stage("scatter");
  const double n = double(p.samples.count());
  const MatrixD means = class_means(p.samples, classes);
  MatrixD a = scatter(p.samples, p.monitor, [&](Index i, ColumnSum<S>& sum) {
    const Index c = classes.of(i);
    const double size = double(classes.size(c));
    sum.add(1 - size / n, i);
    sum.add(size / n, means.col(c));
    if (sparse) add_laplacian(sum, graph, i, 1 / n - 1 / size);
  });
  MatrixD b = MatrixD::Zero(p.samples.dims(), p.samples.dims());
  if (sparse) {
    b = scatter(p.samples, p.monitor, [&](Index i, ColumnSum<S>& sum) {
      add_laplacian(sum, graph, i, 1 / double(classes.size(classes.of(i))));
    });
  } else {
    add_dense_affinities(p, scales, a, b);
  }
  add_ridge(b, p.parameters.get("ridge"), p.ambient);
  return solve(p, Pencil{std::move(a), std::move(b), End::largest}, columns_choice(p));
}

void plan_lfda(MemoryPlan& plan, const Shape& shape, const Parameters& parameters) {
  const double k = parameters.get("neighbors");
  plan_lists(plan, shape, k);
  plan.hold(8 * shape.samples + 8 * shape.dims * shape.classes);
  if (parameters.flag("sparse")) {
    plan_graph(plan, shape, k);
    if (parameters.choice("graph") == "all") plan.use(list_bytes(shape, k));
  }
  plan.release(list_bytes(shape, k));
  if (!parameters.flag("sparse")) {
    const double panel = std::min(double(panel_samples), shape.samples);
    plan.use(4 * scatter_bytes(shape) + 8 * panel * (6 * shape.dims + 3 * panel));
  }
  plan_pencil(plan, shape);
}

}  // namespace

Method lfda_method() { return {&lfda_info, lfda<float>, lfda<double>, plan_lfda}; }

}  // namespace tanda
