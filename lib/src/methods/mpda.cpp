// Manifold partition discriminant analysis: one tangent vector per patch of a class's manifold.
#include "tangent_common.hpp"

namespace tanda::internal {
namespace {

struct MpdaOptions : CoupledOptions {
  PartitionOptions partition = {};
  bool anchors = false, two_stage = false;
};

constexpr auto mpda_parameters =
    fields(coupled_parameters<MpdaOptions>("neighbours that make the local scale and the graph"),
           partition_parameters_of<MpdaOptions, &MpdaOptions::partition>(),
           field<MpdaOptions, &MpdaOptions::anchors>(
               "anchors", {}, Stage::graph,
               "only the centres of patches are compared, each for all its samples (section 3.6)"),
           field<MpdaOptions, &MpdaOptions::two_stage>(
               "two_stage", {}, Stage::solve,
               "look only where classes differ: in the range of the between scatter (section 3.6)"),
           last_coupled_parameters<MpdaOptions>());

constexpr MethodInfo mpda_info = compared(
    {"mpda", "Manifold partition discriminant analysis", Family::tangent,
     "Cuts each class into nearly flat patches and forgives movement along them.",
     "Zhou and Sun, IEEE Transactions on Cybernetics 47(4), 2017", mpda_parameters, Supervision::labels},
    6);

/// Equations (17) and (16) of the paper, over samples or over the centres of patches: for centres, `stand` is
/// the number of samples each stands for, and `members` are the samples that define the tangent spaces.
template <class S>
Pencil partition_pencil(const Problem<S>& p, const CoupledOptions& o, const NeighborLists& lists,
                        const Owners& owners, const VectorD* stand = nullptr,
                        const Samples<S>* members = nullptr) {
  Graph within = or_graph(lists);
  MatrixD a = affinity_between_scatter(p, o, lists, stand);
  const double weight = pair_weight(p, o, within);
  if (stand) stand_weights(within, *stand);
  p.monitor.stage("scatter");
  MatrixD b = edge_scatter(p, within);
  const double alpha = ridge_value(p, o.alpha, o.absolute, b);
  p.monitor.stage("tangents");
  eliminate_coupled(b, p.samples, within, p.classes(), owners, {o.tangent_dims, o.energy}, {alpha, 0}, weight,
                    p.monitor, members);
  if (!measuring(p.home())) b.diagonal().array() += alpha;
  return Pencil{std::move(a), std::move(b), End::largest};
}

/// The mean of each patch.
template <class S>
Samples<S> centres_of(const Samples<S>& samples, const Owners& patches) {
  Workspace* const home = samples.home();
  Samples<S> result{Matrix<S>(home, samples.dims(), patches.count()), samples.shift};
  VectorD sum(home, samples.dims()), one(home, samples.dims());
  if (measuring(home)) return result;
  for (Index o = 0; o < patches.count(); ++o) {
    const Index first = patches.begin[std::size_t(o)], last = patches.begin[std::size_t(o) + 1];
    sum.setZero();
    for (Index i = first; i < last; ++i) {
      samples.column(patches.members[std::size_t(i)], one.data());
      sum += one;
    }
    for (Index j = 0; j < sum.size(); ++j) result.x(j, o) = S(sum[j] / double(last - first));
  }
  return result;
}

/// Where the centres of each class begin.
Classes centre_classes(const Classes& classes, const Owners& patches, Workspace* home) {
  const std::size_t entries = std::size_t(classes.count()) + 1;
  if (!measuring(home)) {
    Classes result{Array<Index>(home, entries, 0)};
    for (Index i = 0; i < patches.count(); ++i) {
      const int member = patches.members[std::size_t(patches.begin[std::size_t(i)])];
      result.begin[std::size_t(classes.of(member)) + 1] = i + 1;
    }
    return result;
  }
  // When counting: as many patches as possible in the largest class, the rest in the others.
  Classes result{Array<Index>(entries, 0)};
  Index largest = 0;
  for (Index c = 1; c < classes.count(); ++c) largest = classes.size(c) > classes.size(largest) ? c : largest;
  for (Index c = 0; c < classes.count(); ++c) {
    const Index size = classes.size(c == 0         ? largest
                                    : c == largest ? 0
                                                   : c),
                before = result.begin[std::size_t(c)];
    result.begin[std::size_t(c) + 1] = std::min(before + size, patches.count());
  }
  return result;
}

/// Section 3.6: tangent spaces are those of the patches, but only their centres are compared. Each stands for
/// the samples of its patch, so that an edge counts as often as there are pairs of them.
template <class S>
Pencil anchor_pencil(const Problem<S>& p, const CoupledOptions& o, const Owners& patches) {
  const Samples<S> samples = centres_of(p.samples, patches), points = centres_of(p.points.samples, patches);
  Workspace* const home = p.home();
  const MemoryBlock counted(home,
                            measuring(home) ? sizeof(Index) * (std::size_t(p.classes().count()) + 1) : 0);
  const Classes classes = centre_classes(p.classes(), patches, home);
  VectorD stand(home, patches.count());
  for (Index i = 0; i < patches.count() && !measuring(home); ++i)
    stand[i] = double(patches.begin[std::size_t(i) + 1] - patches.begin[std::size_t(i)]);
  const Owners owners = centre_owners(patches);
  const Problem<S> few{
      samples, {points, classes, owners.of, p.monitor}, p.dims, p.ambient, p.seed, p.monitor, nullptr,
      p.unit};
  p.monitor.stage("neighbors");
  const NeighborLists lists = nearest_within(few.points, o.neighbors);
  return partition_pencil(few, o, lists, owners, &stand, &p.samples);
}

/// An orthonormal basis of the range of A (lower triangle), which need not be definite, decided in units of
/// its diagonal. Empty when A has full rank, or none, and when cancelled. O(d³)
MatrixD between_range(MatrixD a, Monitor& monitor) {
  Workspace* const home = a.home();
  const Index d = a.rows();
  VectorD units(home, d);
  if (measuring(home)) {  // when counting: the largest possible range
    const Eigenpairs pairs = symmetric_eigen(std::move(a), &monitor);
    return orthonormal_columns(MatrixD(home, d, d));
  }
  for (Index i = 0; i < d; ++i) units[i] = a(i, i) != 0 ? 1 / std::sqrt(std::abs(a(i, i))) : 0;
  for (Index j = 0; j < d; ++j) {
    for (Index i = j; i < d; ++i) a(i, j) *= units[i] * units[j];
  }
  const Eigenpairs pairs = symmetric_eigen(std::move(a), &monitor);
  if (monitor.cancelled()) return {};
  const double floor = range_tolerance * std::max(std::abs(pairs.values[0]), std::abs(pairs.values[d - 1]));
  MatrixD basis(home, d, d);
  Index rank = 0;
  for (Index j = 0; j < d; ++j)
    if (std::abs(pairs.values[j]) > floor) basis.col(rank++) = pairs.vectors.col(j);
  if (rank == d || rank == 0) return {};
  basis.conservativeResize(Eigen::NoChange, rank);
  for (Index i = 0; i < d; ++i) basis.row(i) *= units[i] > 0 ? 1 / units[i] : 0;
  return orthonormal_columns(std::move(basis));
}

/// Section 3.6: the range of (17) first, then the problem inside it.
template <class S>
Solution solve_in_two_stages(const Problem<S>& p, Columns columns, Pencil pencil) {
  p.monitor.stage("solve");
  const MatrixD basis = between_range(pencil.a, p.monitor);
  if (basis.size() > 0) {
    for (MatrixD* side : {&pencil.a, &pencil.b}) {
      fill_upper(*side);
      const MatrixD turned = long_product(*side, basis, &p.monitor, p.home());
      *side = long_product(basis.transpose(), turned, &p.monitor, p.home());
    }
  }
  Solution solution = solve(p, std::move(pencil), columns);
  if (basis.size() > 0 && !p.monitor.cancelled())
    solution.directions = product(basis, solution.directions, p.home());
  return solution;
}

template <class S>
Result<Solution> mpda(const Problem<S>& p, const MpdaOptions& o) {
  p.monitor.stage("neighbors");
  const NeighborLists lists = nearest_within(p.points, o.neighbors);
  const Owners patches = patches_of(p, o.partition, &lists);
  if (p.monitor.cancelled()) return Solution{};
  if (o.anchors && !measuring(p.home()) && patches.count() == p.classes().count())
    return Status(Code::no_variation, "each class is one patch: there are no centres of a class to compare",
                  "use a smaller patch_size, or no anchors");
  Pencil pencil = o.anchors ? anchor_pencil(p, o, patches) : partition_pencil(p, o, lists, patches);
  if (p.monitor.cancelled()) return Solution{};
  if (o.two_stage) return solve_in_two_stages(p, o.columns, std::move(pencil));
  return solve(p, std::move(pencil), o.columns);
}

}  // namespace

Method mpda_method() {
  return method_of<mpda_info, MpdaOptions, mpda<float>, mpda<double>>();
}

}  // namespace tanda::internal
