// Neighbourhood preserving embedding: each sample stays the same mixture of its neighbours.
#include "common.hpp"

namespace tanda {
namespace {

struct NpeOptions {
  int neighbors = 7;
  double ridge = 0;
  Columns columns = Columns::b_normal;
};

constexpr auto npe_parameters =
    fields(neighbors_parameter<NpeOptions>(), ridge_parameter<NpeOptions>(), columns_parameter<NpeOptions>());

constexpr MethodInfo npe_info{
    "npe",
    "Neighbourhood preserving embedding",
    Family::local,
    "Keeps the weights that rebuild each sample from its neighbours; needs no labels.",
    "He, Cai, Yan and Zhang, ICCV, 2005",
    npe_parameters,
    Supervision::none,
    Limit::rank,
    0.98};

/// LLE weights of one sample on its neighbours: local Gram matrix + 1e-3·trace·I, weights sum to one. O(k² d
/// + k³)
template <class S>
VectorD rebuilding_weights(const Samples<S>& samples, Index i, const int* neighbors, Index k) {
  MatrixD edges(samples.dims(), k);
  for (Index j = 0; j < k; ++j) {
    samples.difference(neighbors[j], i, edges.col(j).data());
  }
  MatrixD gram = square_lower(edges.transpose());
  const double trace = gram.trace();
  if (!(trace > 0))
    return VectorD::Constant(k, 1.0 / double(k));  // duplicates of the sample: any mixture will do
  for (Index j = 0; j < k; ++j) gram(j, j) += 1e-3 * trace;
  VectorD weights = VectorD::Ones(k);
  if (!cholesky(gram)) return weights / double(k);
  solve_triangle(gram, weights);
  solve_triangle(gram.transpose(), weights);
  return weights / weights.sum();
}

// Smallest of (XMX', XX'), M = (I−W)'(I−W): the columns of X(I−W)' are x_i − Σ_j w_ij x_j.
template <class S>
Result<Solution> npe(const Problem<S>& p, const NpeOptions& o) {
  p.monitor.stage("neighbors");
  const NeighborLists lists = nearest(p.points, o.neighbors);
  p.monitor.stage("scatter");
  MatrixD a = squared_scatter(p.samples, p.monitor, [&](Index i, ColumnSum<S>& sum) {
    const int* neighbors = lists.begin(i);
    const VectorD weights = rebuilding_weights(p.points.samples, i, neighbors, lists.width);
    sum.add(1.0, i);
    for (Index j = 0; j < lists.width; ++j) sum.add(-weights[j], neighbors[j]);
  });
  MatrixD b = outer_product(p.samples, 0, p.samples.count(), &p.monitor);
  add_ridge(b, o.ridge, p.ambient);
  return solve(p, Pencil{std::move(a), std::move(b), End::smallest}, o.columns);
}

void plan_npe(MemoryPlan& plan, const Shape& shape, const NpeOptions& o) {
  const double k = std::min(double(o.neighbors), shape.samples);
  plan_lists(plan, shape, k, Search::all);
  const double weights = 8 * (k * shape.points + 3 * k * k + 4 * k);
  plan.hold(weights);
  plan_squared_scatter(plan, shape);
  plan.release(weights);
  plan_outer_product(plan, shape);
  plan_solve(plan, shape, true);
}

}  // namespace

Method npe_method() {
  return method_of<npe_info, NpeOptions, npe<float>, npe<double>, plan_npe>();
}

}  // namespace tanda
