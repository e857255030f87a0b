// Local parallel field embedding, supervised: directions along which tangent vectors of a class stay
// parallel.
#include "tanda/core/order.hpp"
#include "tanda/spectral/inverse_iteration.hpp"
#include "tangent_common.hpp"

namespace tanda {
namespace {

constexpr Parameter lpfe_parameters[] = {neighbors_parameter(5, "same-class neighbours of each sample"),
                                         tangent_dims_parameter(0), energy_parameter(0.95)};

constexpr MethodInfo lpfe_info{"lpfe",
                               "Linear parallel field embedding",
                               Family::tangent,
                               "Finds functions whose gradient fields are parallel along each class.",
                               "Lin, He, Zhang and Ji, Journal of Machine Learning Research 14, 2013",
                               lpfe_parameters,
                               Supervision::labels};

// Values that differ by less than this part of the mean diagonal entry of the form are equal: a class in one
// flat patch has several fields that are exactly parallel.
constexpr double tie = 1e-9;

/// Candidates, column by column: parallel fields of the classes, as −S_tv·V.
struct Fields {
  std::vector<double> values;
  std::vector<VectorD> pulls;
  double slack = 0;  ///< values no further apart are equal
};

/// More fields of a class than wanted, so that those as good as the last wanted one are among them.
double with_ties(double wanted, double axes) {
  return 2 * (wanted + axes);
}

/// The r-th smallest value there is; nothing above it will be asked for.
double enough_of(const Fields& fields, Index r) {
  std::vector<double> values = fields.values;
  if (Index(values.size()) < r) return std::numeric_limits<double>::infinity();
  std::nth_element(values.begin(), values.begin() + (r - 1), values.end());
  return std::max(values[std::size_t(r - 1)], 0.0) + fields.slack;
}

/// Those of the r most parallel fields of the columns of one class that may be among the r of all classes,
/// and what ties with them.
template <class S>
void add_fields(const Problem<S>& p, const Graph& graph, const Owners& owners, Index c, Fields& fields) {
  const Classes& classes = p.classes();
  const TangentSystem system = tangent_system(p.samples, graph, owners, classes.first(c), classes.last(c),
                                              tangent_choice(p.parameters), &p.monitor);
  if (p.monitor.cancelled() || system.bases.total() == 0) return;
  const BlockMatrix form = tangent_blocks(system, false, 1.0);
  const double slack = tie * form.trace() / double(system.bases.total());
  fields.slack = std::max(fields.slack, slack);
  const double enough = enough_of(fields, p.dims);
  Eigenpairs pairs = smallest_eigenpairs(form, p.dims + 1, p.monitor, enough);
  const Index found = pairs.values.size();
  if (found == 0 || p.monitor.cancelled()) return;
  if (found > p.dims && pairs.values[p.dims] - pairs.values[p.dims - 1] <= slack) {
    const Index more = Index(with_ties(double(p.dims), double(p.parameters.count("neighbors"))));
    pairs = smallest_eigenpairs(form, more, p.monitor, enough);
  }
  if (p.monitor.cancelled()) return;
  const MatrixD pulls = product(system.pull, pairs.vectors);
  for (Index i = 0; i < pairs.values.size(); ++i) {
    fields.values.push_back(pairs.values[i]);
    fields.pulls.push_back(pulls.col(i));
  }
}

/// The first r, in the order of their values. Of equal ones, any of which would do, those come first that a
/// linear function follows best: t'S_tt t is the largest. `factor`: of S_tt.
Solution most_parallel(const Fields& fields, const MatrixD& factor, Index r) {
  const std::vector<int> order = order_of(fields.values);
  const auto value = [&](Index i) { return fields.values[std::size_t(order[std::size_t(i)])]; };
  const Index count = Index(order.size());
  Solution solution{MatrixD(factor.rows(), r), VectorD(r), 0};
  for (Index first = 0, last = 0; first < r; first = last) {
    while (last < count && (last == first || value(last) - value(last - 1) <= fields.slack)) ++last;
    MatrixD equal(factor.rows(), last - first);
    for (Index i = first; i < last; ++i)
      equal.col(i - first) = fields.pulls[std::size_t(order[std::size_t(i)])];
    solve_triangle(factor, equal);
    const Index kept = std::min(last, r) - first;
    if (last - first > 1) {
      const Eigenpairs turned = symmetric_eigen(square_lower(equal.transpose()));
      equal = product(equal, largest_pairs(turned, kept).vectors);
    }
    solution.directions.middleCols(first, kept) = equal;
    for (Index i = first; i < first + kept; ++i) solution.values[i] = value(i);
  }
  solve_triangle(factor.transpose(), solution.directions);
  return solution;
}

// V = the smallest eigenvectors of Σ Ww ‖P_i V_j − V_i‖², t = (S_tt + 1e-6·tr/d·I)⁻¹(−S_tv)V. Classes share
// no edge, so the eigenvectors come class by class.
template <class S>
Result<Solution> lpfe(const Problem<S>& p) {
  p.monitor.stage("neighbors");
  const NeighborLists lists = nearest_within(p.points, p.parameters.count("neighbors"));
  const Graph graph = or_graph(lists);
  p.monitor.stage("scatter");
  MatrixD edges = edge_scatter(p, graph);
  add_ridge(edges, 1e-6, p.ambient);
  p.monitor.stage("tangents");
  const Owners owners = point_owners(lists);
  Fields fields;
  for (Index c = 0; c < p.classes().count(); ++c) {
    if (!p.monitor.advance(double(c) / double(p.classes().count()))) return Solution{};
    add_fields(p, graph, owners, c, fields);
  }
  p.monitor.stage("solve");
  if (p.monitor.cancelled()) return Solution{};
  if (!long_cholesky(edges, &p.monitor)) return Status(Code::no_variation);
  return most_parallel(fields, edges, std::min(p.dims, Index(fields.values.size())));
}

void plan_lpfe(MemoryPlan& plan, const Shape& shape, const Parameters& parameters) {
  const double k = parameters.get("neighbors");
  plan_lists(plan, shape, k);
  plan_graph(plan, shape, k);
  plan_scatter(plan, shape);
  const TangentPlan tangents = plan_of_points(shape, shape.largest_class, parameters);
  plan_eliminate_coupled(plan, shape, tangents);
  const double most = with_ties(shape.wanted, k);
  plan.hold(16 * shape.dims * most * shape.classes);
  plan.hold_factor(dense_factor_bytes(tangents.axes));
  plan_smallest_eigenpairs(plan, tangents.axes, most);
}

}  // namespace

Method lpfe_method() {
  return {&lpfe_info, lpfe<float>, lpfe<double>, plan_lpfe};
}

}  // namespace tanda
