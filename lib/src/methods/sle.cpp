// Signed Laplacian embedding: each class against the rest.
#include "common.hpp"
#include "tanda/detail/device/options.hpp"

namespace tanda::internal {
namespace {

using device::SignedWeights;
using device::SleOptions;
using SignedGraph = device::SignedGraph<double>;

constexpr auto sle_parameters = fields(field<SleOptions, &SleOptions::weights>(
    "weights", "plain|balanced|side", Stage::graph,
    "±1; 1/n_side within and -1/n across; 1/n_side within and -1 across (performs badly)"));

constexpr MethodInfo sle_info{
    "sle",
    "Signed Laplacian embedding",
    Family::signed_graph,
    "Sets each class against the rest with a signed graph; one block of columns per class.",
    "Gong, Tao, Yang and Fu, AAAI, 2014",
    sle_parameters,
    Supervision::labels,
    Limit::per_class,
    0,
    true};

/// Xe_class
template <class S>
void set_class_sum(VectorD& to, const Problem<S>& p, Index c) {
  ColumnSum<S> sum(p.samples, to);
  for (Index i = p.classes().first(c); i < p.classes().last(c); ++i) sum.add(1.0, i);
  sum.finish();
}
void set_class_sum(VectorD& to, const StatisticsProblem& p, Index c) {
  to = p.scatter.sizes[c] * p.scatter.means.col(c);
}

/// XX' of a class, lower triangle.
template <class S>
MatrixD class_product(const Problem<S>& p, Index c) {
  return outer_product(p.samples, p.classes().first(c), p.classes().size(c), &p.monitor);
}
MatrixD class_product(const StatisticsProblem& p, Index c) {
  MatrixD result = p.scatter.each[std::size_t(c)];
  if (measuring(p.home())) return result;
  const MatrixD mean(p.home(), p.scatter.means.col(c));
  add_square_lower(result, mean, p.scatter.sizes[c]);
  return result;
}

template <class S>
double class_size(const Problem<S>& p, Index c) {
  return double(p.classes().size(c));
}
double class_size(const StatisticsProblem& p, Index c) {
  return p.scatter.sizes.data() ? p.scatter.sizes[c] : 0;
}

/// Where one class is enough to count with: the largest.
template <class S>
bool counts_for_all(const Problem<S>& p, Index c) {
  return p.classes().size(c) == p.classes().largest();
}
bool counts_for_all(const StatisticsProblem&, Index) {
  return true;
}

template <class S>
bool knows_classes(const Problem<S>&) {
  return true;
}
bool knows_classes(const StatisticsProblem& p) {
  return !p.scatter.each.empty();
}

/// Coordinates in which XX' = I.
struct Whitened {
  MatrixD white;  ///< W (d×q), W'XX'W = I
  MatrixD axes;   ///< W⁻¹ of the leading principal axes, to complete what only one direction is known of
};

Whitened whiten(MatrixD total, Index dims, Monitor* monitor) {
  Whitened result;
  result.white = whitening_of_range(total, monitor);
  const Index more = std::min(dims, result.white.cols()) - 1;
  if (more < 1) return result;
  const Eigenpairs principal = extreme_eigen(MatrixD(total), more, End::largest, monitor);
  if (stopped(monitor)) return {};
  fill_upper(total);
  Workspace* const home = total.home();
  const MatrixD turned = product(total, principal.vectors, home);
  result.axes = product(result.white.transpose(), turned, home);
  return result;
}

/// Orthonormal columns: `first`, then the principal axes made orthogonal to what stands already.
MatrixD complete(const VectorD& first, const MatrixD& axes) {
  MatrixD columns(first.home(), first.size(), axes.cols() + 1);
  if (measuring(first.home())) return orthonormal_columns(std::move(columns));
  columns.col(0) = first;
  for (Index j = 0; j < axes.cols(); ++j) columns.col(j + 1) = axes.col(j);
  return orthonormal_columns(std::move(columns));
}

/// Where all but one eigenvalue are equal, `outside`: only the first direction is determined.
Eigenpairs one_direction(const VectorD& pulled, const MatrixD& axes, const SignedGraph& graph) {
  Workspace* const home = pulled.home();
  VectorD first(home, pulled.size());
  double length = 0;
  if (!measuring(home)) {
    length = pulled.norm();
    if (length > 0) {
      first = pulled / length;
    } else {
      first.setZero();
      first[0] = 1;
    }
  }
  Eigenpairs pairs{complete(first, axes), {}};
  pairs.values = VectorD(home, pairs.vectors.cols());
  if (measuring(home)) return pairs;
  pairs.values.setConstant(graph.outside);
  pairs.values[0] -= graph.pull * length * length;
  return pairs;
}

/// Directions (whitened coordinates) and eigenvalues of class c against the rest.
template <class P>
Eigenpairs class_against_rest(const P& p, SignedWeights weights, const Whitened& whitened, Index c) {
  Workspace* const home = p.home();
  const bool counting = measuring(home);
  const MatrixD& white = whitened.white;
  const SignedGraph graph = device::signed_graph(weights, class_size(p, c), sample_count(p));
  VectorD u(home, white.rows());
  if (!counting) set_class_sum(u, p, c);
  const VectorD pulled(home, product(white.transpose(), u, home));
  // Where only sizes are known, those of the classes may be others.
  if (counting && weights != SignedWeights::plain) one_direction(pulled, whitened.axes, graph);
  if (graph.inside == graph.outside && (!counting || weights == SignedWeights::plain))
    return one_direction(pulled, whitened.axes, graph);
  MatrixD inside = class_product(p, c);
  fill_upper(inside);
  MatrixD a = long_product(inside, white, &p.monitor, home);
  if (p.monitor.cancelled()) return {};
  a = long_product(white.transpose(), a, &p.monitor, home);
  if (p.monitor.cancelled()) return {};
  if (!counting) {
    a *= graph.inside - graph.outside;
    for (Index i = 0; i < a.rows(); ++i) a(i, i) += graph.outside;
  }
  add_square_lower(a, pulled, -graph.pull);
  return solve(Pencil{std::move(a), {}, End::smallest}, p.dims, Columns::b_normal, &p.monitor);
}

// Smallest of (X L~ X', XX'), in coordinates that whiten XX'. O(n d² + C d³), and no n×n.
template <class P>
Result<Solution> sle(const P& p, const SleOptions& o) {
  if (o.weights != SignedWeights::plain && !knows_classes(p))
    return Status(Code::bad_parameter, "weights other than plain need the scatter of each class",
                  "collect the statistics with {scatter=class}, or leave weights at plain");
  p.monitor.stage("scatter");
  const Whitened whitened = whiten(total_scatter(p), p.dims, &p.monitor);
  if (p.monitor.cancelled()) return Solution{};
  const MatrixD& white = whitened.white;
  if (white.cols() == 0) return Status(Code::no_variation);
  p.monitor.stage("solve");
  const Index blocks = class_count(p) == 2 ? 1 : class_count(p);
  const Index block = std::min(p.dims, white.cols());
  Solution solution{MatrixD(p.home(), white.rows(), blocks * block), VectorD(p.home(), blocks * block),
                    blocks > 1 ? block : 0};
  for (Index c = 0; c < blocks && p.monitor.advance(double(c) / double(blocks)); ++c) {
    if (blocks > 1 && measuring(p.home()) && !counts_for_all(p, c)) continue;
    const Eigenpairs pairs = class_against_rest(p, o.weights, whitened, c);
    if (p.monitor.cancelled()) return Solution{};
    set_product(solution.directions.middleCols(c * block, block), white, pairs.vectors);
    library_product(p.home(), white.rows(), block, white.cols(), sizeof(double));
    if (measuring(p.home())) break;
    solution.values.segment(c * block, block) = pairs.values;
  }
  return solution;
}

}  // namespace

Method sle_method() {
  return method_of<sle_info, SleOptions, sle<Problem<float>>, sle<Problem<double>>, sle<StatisticsProblem>>();
}

}  // namespace tanda::internal
