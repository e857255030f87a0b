// Local Fisher discriminant analysis: Fisher's criterion with far-apart members of a class left alone.
#include "common.hpp"
#include "tanda/graph/affinity.hpp"

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

/// All pairs of a class, this many times this many at a time.
constexpr Index dense_block = 64;

/// Σ_c f(c) · X_c L(A_c) X_c' for two choices of f at once, A_c all pairs of class c, made in blocks. O(Σ
/// n_c² d)
template <class S>
void add_dense_affinities(const Problem<S>& p, const VectorD& scales, MatrixD& between, MatrixD& within) {
  const Classes& classes = p.classes();
  const double n = double(p.samples.count());
  MatrixD xs, others, pulled, affinities;
  for (Index c = 0; c < classes.count(); ++c) {
    MatrixD local = MatrixD::Zero(p.samples.dims(), p.samples.dims());
    for (Index first = classes.first(c); first < classes.last(c); first += dense_block) {
      if (!p.monitor.advance(double(first) / n)) return;
      const Index size = std::min(dense_block, classes.last(c) - first);
      p.samples.panel(first, size, xs);
      reshape(pulled, xs.rows(), size);
      pulled.setZero();
      VectorD degrees = VectorD::Zero(size);
      for (Index from = classes.first(c); from < classes.last(c); from += dense_block) {
        const Index count = std::min(dense_block, classes.last(c) - from);
        p.samples.panel(from, count, others);
        reshape(affinities, count, size);
        set_product(affinities, others.transpose(), xs);
        const VectorD squares = squared_lengths(xs), squares_of_others = squared_lengths(others);
        for (Index j = 0; j < size; ++j) {
          for (Index i = 0; i < count; ++i) {
            const double squared = squares_of_others[i] + squares[j] - 2 * affinities(i, j);
            const bool self = from + i == first + j;
            affinities(i, j) =
                self ? 0 : affinity(std::max(0.0, squared), scales[from + i] * scales[first + j]);
            degrees[j] += affinities(i, j);
          }
        }
        add_product(pulled, others, affinities, -1);
      }
      for (Index j = 0; j < size; ++j) pulled.col(j) += degrees[j] * xs.col(j);
      add_product_lower(local, pulled, xs.transpose());
    }
    const double size = double(classes.size(c));
    between += (1 / n - 1 / size) * local;
    within += 1 / size * local;
  }
}

// Largest of (X L(Wb) X', X L(Ww) X'), Ww = A/n_c in class, Wb = A(1/n − 1/n_c) in class and 1/n across.
// Never n×n: S~b = S_t − Σ_c (n_c/n) S_c + Σ_c (1/n − 1/n_c) X_c L(A_c) X_c'.
template <class S>
Pencil lfda_pencil(const Problem<S>& p) {
  p.monitor.stage("neighbors");
  const Classes& classes = p.classes();
  const Index k = p.parameters.count("neighbors");
  const bool all = p.parameters.choice("graph") == "all", sparse = p.parameters.flag("sparse");
  NeighborLists lists = all ? nearest(p.points, k) : nearest_within(p.points, k);
  p.monitor.stage("graph");
  VectorD scales;
  Graph graph;
  if (sparse) {
    graph = affinity_graph(p.points, std::move(lists));
  } else {
    scales = local_scales(p.points.samples, lists);
  }
  lists = {};

  p.monitor.stage("scatter");
  MatrixD a = local_between_scatter(p, sparse ? &graph : nullptr);
  MatrixD b;
  if (sparse) {
    b = scatter(p.samples, p.monitor, [&](Index i, ColumnSum<S>& sum) {
      add_laplacian(sum, graph, i, 1 / double(classes.size(classes.of(i))));
    });
  } else {
    b = MatrixD::Zero(p.samples.dims(), p.samples.dims());
    add_dense_affinities(p, scales, a, b);
  }
  return Pencil{std::move(a), std::move(b), End::largest};
}

template <class S>
Result<Solution> lfda(const Problem<S>& p) {
  return solve_with_ridge(p, [&] { return lfda_pencil(p); });
}

void plan_lfda(MemoryPlan& plan, const Shape& shape, const Parameters& parameters) {
  const double k = parameters.get("neighbors");
  const double scales = 8 * shape.samples, means = 8 * shape.dims * shape.classes;
  plan_lists(plan, shape, k, parameters.choice("graph") == "all" ? Search::all : Search::by_class);
  plan.hold(scales);
  if (parameters.flag("sparse")) {
    plan_graph(plan, shape, k);
    plan.release(scales);
  }
  plan.release(list_bytes(shape, k));
  plan.hold(means);
  plan_scatter(plan, shape);
  plan.release(means);
  if (parameters.flag("sparse")) {
    plan_scatter(plan, shape);
  } else {
    const double panel = std::min(double(dense_block), shape.samples);
    plan.hold(scatter_bytes(shape));
    plan.use(scatter_bytes(shape) + 8 * panel * (3 * shape.dims + panel + 2) +
             packed_bytes(shape.dims, panel, panel));
  }
  plan_solve(plan, shape, true);
}

}  // namespace

Method lfda_method() {
  return {&lfda_info, lfda<float>, lfda<double>, plan_lfda};
}

}  // namespace tanda
