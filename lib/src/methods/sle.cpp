// Signed Laplacian embedding: each class against the rest.
#include "common.hpp"

namespace tanda {
namespace {

enum class SignedWeights : unsigned char { plain, balanced, side };

struct SleOptions {
  SignedWeights weights = SignedWeights::plain;
};

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

/// L~ = D~ − W~ of class against rest: D~ is `inside` on the class and `outside` on the rest, and because
/// Xe_rest = −Xe_class for centred X, the low-rank part of XL~X' is pull·uu' with u = Xe_class.
struct SignedGraph {
  double inside, outside, pull;
};

SignedGraph signed_graph(SignedWeights weights, double size, double n) {
  const double rest = n - size;
  if (weights == SignedWeights::balanced) return {1 + rest / n, 1 + size / n, 1 / size + 1 / rest + 2 / n};
  if (weights == SignedWeights::side) return {1 + rest, 1 + size, 1 / size + 1 / rest + 2};
  return {n, n, 4};
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
template <class S>
Eigenpairs class_against_rest(const Problem<S>& p, SignedWeights weights, const Whitened& whitened, Index c) {
  Workspace* const home = p.home();
  const bool counting = measuring(home);
  const MatrixD& white = whitened.white;
  const Classes& classes = p.classes();
  const double size = double(classes.size(c)), n = double(classes.labelled());
  const SignedGraph graph = signed_graph(weights, size, n);
  VectorD u(home, p.samples.dims());
  if (!counting) {
    ColumnSum<S> sum(p.samples, u);
    for (Index i = classes.first(c); i < classes.last(c); ++i) sum.add(1.0, i);
    sum.finish();
  }
  const VectorD pulled(home, product(white.transpose(), u, home));
  // Where only sizes are known, those of the classes may be others.
  if (counting && weights != SignedWeights::plain) one_direction(pulled, whitened.axes, graph);
  if (graph.inside == graph.outside && (!counting || weights == SignedWeights::plain))
    return one_direction(pulled, whitened.axes, graph);
  MatrixD inside = outer_product(p.samples, classes.first(c), classes.size(c), &p.monitor);
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
template <class S>
Result<Solution> sle(const Problem<S>& p, const SleOptions& o) {
  p.monitor.stage("scatter");
  const Whitened whitened =
      whiten(outer_product(p.samples, 0, p.classes().labelled(), &p.monitor), p.dims, &p.monitor);
  if (p.monitor.cancelled()) return Solution{};
  const MatrixD& white = whitened.white;
  if (white.cols() == 0) return Status(Code::no_variation);
  p.monitor.stage("solve");
  const Index blocks = p.classes().count() == 2 ? 1 : p.classes().count();
  const Index block = std::min(p.dims, white.cols());
  const Index least = measuring(p.home()) ? p.classes().largest() : 0;  // one of the largest is as any other
  Solution solution{MatrixD(p.home(), p.samples.dims(), blocks * block), VectorD(p.home(), blocks * block),
                    blocks > 1 ? block : 0};
  for (Index c = 0; c < blocks && p.monitor.advance(double(c) / double(blocks)); ++c) {
    if (blocks > 1 && p.classes().size(c) < least) continue;
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
  return method_of<sle_info, SleOptions, sle<float>, sle<double>>();
}

}  // namespace tanda
