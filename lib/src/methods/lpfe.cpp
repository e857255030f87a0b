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

/// One candidate: a parallel field of a class, as −S_tv·V.
struct Field {
  double value;
  VectorD pull;
};

/// The r-th smallest value there is; nothing above it will be asked for.
double enough_of(const std::vector<Field>& fields, Index r) {
  std::vector<double> values;
  for (const Field& field : fields) values.push_back(field.value);
  if (Index(values.size()) < r) return std::numeric_limits<double>::infinity();
  std::nth_element(values.begin(), values.begin() + (r - 1), values.end());
  return std::max(values[std::size_t(r - 1)], 0.0);
}

/// Those of the r most parallel fields of the columns of one class that may be among the r of all classes.
template <class S>
void add_fields(const Problem<S>& p, const Graph& graph, const Owners& owners, Index c,
                std::vector<Field>& fields) {
  const Classes& classes = p.classes();
  const TangentSystem system = tangent_system(p.samples, graph, owners, classes.first(c), classes.last(c),
                                              tangent_choice(p.parameters));
  if (system.bases.total() == 0) return;
  const Eigenpairs pairs =
      smallest_eigenpairs(tangent_blocks(system, false, 1.0), p.dims, p.monitor, enough_of(fields, p.dims));
  if (pairs.values.size() == 0) return;
  const MatrixD pulls = product(system.pull, pairs.vectors);
  for (Index i = 0; i < pairs.values.size(); ++i) fields.push_back({pairs.values[i], pulls.col(i)});
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
  std::vector<Field> fields;
  for (Index c = 0; c < p.classes().count(); ++c) {
    if (!p.monitor.advance(double(c) / double(p.classes().count()))) return Solution{};
    add_fields(p, graph, owners, c, fields);
  }
  std::vector<double> values;
  for (const Field& field : fields) values.push_back(field.value);
  const std::vector<int> order = order_of(values);
  const Index r = std::min(p.dims, Index(fields.size()));
  Solution solution{MatrixD(p.samples.dims(), r), VectorD(r), 0};
  for (Index i = 0; i < r; ++i) {
    solution.directions.col(i) = fields[std::size_t(order[std::size_t(i)])].pull;
    solution.values[i] = fields[std::size_t(order[std::size_t(i)])].value;
  }
  p.monitor.stage("solve");
  if (!cholesky(edges)) return Status(Code::no_variation);
  solve_triangle(edges, solution.directions);
  solve_triangle(edges.transpose(), solution.directions);
  return solution;
}

void plan_lpfe(MemoryPlan& plan, const Shape& shape, const Parameters& parameters) {
  const double k = parameters.get("neighbors");
  plan_lists(plan, shape, k);
  plan_graph(plan, shape, k);
  plan_scatter(plan, shape);
  const TangentPlan tangents = plan_of_points(shape, shape.largest_class, parameters);
  plan_eliminate_coupled(plan, shape, tangents);
  plan.hold(16 * shape.dims * shape.wanted * shape.classes);
  plan.hold_factor(dense_factor_bytes(tangents.axes));
  plan_smallest_eigenpairs(plan, tangents.axes, shape.wanted);
}

}  // namespace

Method lpfe_method() {
  return {&lpfe_info, lpfe<float>, lpfe<double>, plan_lpfe};
}

}  // namespace tanda
