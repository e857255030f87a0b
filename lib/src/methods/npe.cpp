// Neighbourhood preserving embedding: weights that reconstruct each sample from its neighbours are preserved.
#include "common.hpp"

namespace tanda::internal {
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

/// The scratch memory of one thread for the weights of a sample, within a larger block.
class Scratch {
 public:
  template <class M>
  using Part = Eigen::Map<M, Eigen::AlignedMax>;

  static Index size(Index d, Index k) { return whole(d * k) + whole(k * k) + whole(k); }
  Scratch(double* memory, Index d, Index k)
      : edges(memory, d, k),
        gram(memory + whole(d * k), k, k),
        weights(memory + whole(d * k) + whole(k * k), k) {}

  Part<PlainMatrix<double>> edges, gram;
  Part<PlainVector<double>> weights;

 private:
  static Index whole(Index entries) {
    constexpr Index line = Index(Workspace::alignment / sizeof(double));
    return (entries + line - 1) / line * line;
  }
};

/// LLE weights of one sample on its neighbours: local Gram matrix + 1e-3·trace·I, weights sum to one. O(k² d
/// + k³)
template <class S>
void rebuilding_weights(const Samples<S>& samples, Index i, const int* neighbors, Scratch& s) {
  const Index k = s.weights.size();
  for (Index j = 0; j < k; ++j) samples.difference(neighbors[j], i, s.edges.col(j).data());
  s.gram.setZero();
  add_square_lower(s.gram, s.edges.transpose());
  const double trace = s.gram.trace();
  s.weights.setConstant(1.0 / double(k));
  if (!(trace > 0)) return;  // all neighbours are duplicates of the sample: any weights are correct
  for (Index j = 0; j < k; ++j) s.gram(j, j) += 1e-3 * trace;
  if (!cholesky(s.gram)) return;
  s.weights.setOnes();
  solve_triangle(s.gram, s.weights);
  solve_triangle(s.gram.transpose(), s.weights);
  s.weights /= s.weights.sum();
}

/// The weights of all samples, k×n. Computed in parallel; each thread has its own scratch memory.
template <class S>
MatrixD all_weights(const Problem<S>& p, const NeighborLists& lists) {
  constexpr Index piece = 32;
  Workspace* const home = p.home();
  const Index d = p.points.samples.dims(), n = p.points.count(), k = lists.width;
  const Index each = Scratch::size(d, k);
  MatrixD weights(home, k, n);
  VectorD room(home, each * p.monitor.workers());
  library_product(home, k, k, std::max(d, k), sizeof(double), p.monitor.workers());
  if (measuring(home)) return weights;
  p.monitor.share((n + piece - 1) / piece, {0, 0}, [&](Index part, int who) {
    Scratch scratch(room.data() + who * each, d, k);
    for (Index i = part * piece; i < std::min(n, (part + 1) * piece); ++i) {
      rebuilding_weights(p.points.samples, i, lists.begin(i), scratch);
      weights.col(i) = scratch.weights;
    }
  });
  return weights;
}

// Smallest of (XMX', XX'), M = (I−W)'(I−W): the columns of X(I−W)' are x_i − Σ_j w_ij x_j.
template <class S>
Result<Solution> npe(const Problem<S>& p, const NpeOptions& o) {
  p.monitor.stage("neighbors");
  const NeighborLists lists = nearest(p.points, o.neighbors);
  p.monitor.stage("scatter");
  MatrixD weights = all_weights(p, lists);
  MatrixD a = squared_scatter(p.samples, p.monitor, [&](Index i, ColumnSum<S>& sum) {
    const int* neighbors = lists.begin(i);
    sum.add(1.0, i);
    for (Index j = 0; j < lists.width; ++j) sum.add(-weights(j, i), neighbors[j]);
  });
  MatrixD b = outer_product(p.samples, 0, p.samples.count(), &p.monitor);
  add_ridge(b, o.ridge, p.ambient);
  return solve(p, Pencil{std::move(a), std::move(b), End::smallest}, o.columns);
}

}  // namespace

Method npe_method() {
  return method_of<npe_info, NpeOptions, npe<float>, npe<double>>();
}

}  // namespace tanda::internal
