// Linear parallel field embedding, supervised, for any owners of tangent spaces.
#pragma once

#include "base/order.hpp"
#include "spectral/inverse_iteration.hpp"
#include "tangent_common.hpp"

namespace tanda::internal {

struct ParallelFieldOptions {
  int neighbors = 5, tangent_dims = 0;
  double energy = 0.95;
};

template <class O>
constexpr auto parallel_field_parameters() {
  return fields(neighbors_parameter<O>("same-class neighbours of each sample"), tangent_parameters<O>());
}

// Values that differ by less than this fraction of the mean diagonal entry of the form count as equal: a
// class in one flat patch has several fields that are exactly parallel.
inline constexpr double field_tie = 1e-9;

/// Candidates: parallel fields of the classes, as −S_tv·V.
struct ParallelFields {
  Array<double> values;
  MatrixD pulls;     ///< a column for each value, and room for more
  Index axes_each;   ///< the most axes of a tangent space
  double slack = 0;  ///< values no further apart are equal
};

/// More fields of a class than wanted, so that those as good as the last wanted one are among them.
inline double with_ties(double wanted, double axes) {
  return 2 * (wanted + axes);
}

/// The r-th smallest value; fields with larger values are not needed.
inline double enough_of(const ParallelFields& fields, Index r) {
  Array<double> values = fields.values;
  if (Index(values.size()) < r || measuring(values.home())) return std::numeric_limits<double>::infinity();
  std::nth_element(values.begin(), values.begin() + (r - 1), values.end());
  return std::max(values[std::size_t(r - 1)], 0.0) + fields.slack;
}

/// How many axes tangent spaces may have. `most_members`: of one of their owners, for a counting workspace
/// that does not see them; 0 = unknown.
template <class S>
Index most_axes(const Problem<S>& p, const ParallelFieldOptions& o, const NeighborLists& lists,
                const Owners& owners, Index most_members) {
  Index members = 0;
  if (!measuring(p.home())) {
    for (Index i = 0; i < owners.count(); ++i)
      members = std::max(members, owners.begin[std::size_t(i) + 1] - owners.begin[std::size_t(i)]);
  } else if (owners.members.size() > owners.of.size()) {  // each point, with its neighbours
    members = lists.width + 1;
  } else {
    members = most_members > 0 ? most_members : p.classes().largest();
  }
  const Index rank = std::min(members, p.samples.dims());
  return o.tangent_dims > 0 ? std::min<Index>(o.tangent_dims, rank) : rank;
}

/// Room for the fields of all classes.
template <class S>
ParallelFields empty_fields(const Problem<S>& p, const ParallelFieldOptions& o, Index axes_each) {
  const Index most = Index(with_ties(double(p.dims), double(std::max<Index>(o.neighbors, axes_each))));
  Index all = 0;
  for (Index c = 0; c < p.classes().count(); ++c) all += std::min(most, p.classes().size(c) * axes_each);
  ParallelFields fields{Array<double>(p.home()), MatrixD(p.home(), p.samples.dims(), all), axes_each};
  fields.values.reserve(std::size_t(all));
  if (measuring(p.home())) fields.values.resize(std::size_t(all));
  return fields;
}

/// Adds the most parallel fields of one class: those that can be among the r best of all classes, and those
/// that tie with them.
template <class S>
void add_fields(const Problem<S>& p, const ParallelFieldOptions& o, const Graph& graph, const Owners& owners,
                Index c, ParallelFields& fields) {
  const Classes& classes = p.classes();
  const TangentSystem system = tangent_system(p.samples, graph, owners, classes.first(c), classes.last(c),
                                              {o.tangent_dims, o.energy}, &p.monitor);
  Workspace* const home = p.home();
  const bool counting = measuring(home);
  const Index total = system.pull.cols();
  if (p.monitor.cancelled() || total == 0) return;
  Index most_axes = counting ? fields.axes_each : 0;
  for (Index i = 0; !counting && i < system.bases.owners(); ++i)
    most_axes = std::max(most_axes, system.bases.dims(i));
  const BlockMatrix form = tangent_blocks(system, false, 1.0);
  const double slack = counting ? 0 : field_tie * form.trace() / double(total);
  fields.slack = std::max(fields.slack, slack);
  const double enough = enough_of(fields, p.dims);
  Eigenpairs pairs = smallest_eigenpairs(form, p.dims + 1, p.monitor, enough, home);
  const Index found = pairs.values.size();
  if (found == 0 || p.monitor.cancelled()) return;
  if (found > p.dims && (counting || pairs.values[p.dims] - pairs.values[p.dims - 1] <= slack)) {
    const Index more = Index(with_ties(double(p.dims), double(std::max<Index>(o.neighbors, most_axes))));
    pairs = smallest_eigenpairs(form, more, p.monitor, enough, home);
  }
  if (p.monitor.cancelled()) return;
  const MatrixD pulls = product(system.pull, pairs.vectors, home);
  if (counting) return;
  fields.pulls.middleCols(Index(fields.values.size()), pulls.cols()) = pulls;
  for (const double value : pairs.values) fields.values.push_back(value);
}

/// The first r fields, in the order of their values. Among fields of equal value, those that a linear
/// function approximates best come first: t'S_tt t is the largest. `factor`: of S_tt.
inline Solution most_parallel(const ParallelFields& fields, const MatrixD& factor, Index r) {
  Workspace* const home = factor.home();
  Solution solution{MatrixD(home, factor.rows(), r), VectorD(home, r), 0};
  const Array<int> order = order_of(fields.values);
  if (measuring(home)) {
    const Index most = Index(fields.values.size());
    const MatrixD equal(home, factor.rows(), most);
    Eigenpairs turned = symmetric_eigen(square_lower(equal.transpose(), home));
    keep_end(turned, r, End::largest);
    product(equal, turned.vectors, home);
    library_product(home, factor.rows(), most, factor.rows(), sizeof(double));
    return solution;
  }
  const auto value = [&](Index i) { return fields.values[std::size_t(order[std::size_t(i)])]; };
  const Index count = Index(order.size());
  for (Index first = 0, last = 0; first < r; first = last) {
    while (last < count && (last == first || value(last) - value(last - 1) <= fields.slack)) ++last;
    MatrixD equal(home, factor.rows(), last - first);
    for (Index i = first; i < last; ++i) equal.col(i - first) = fields.pulls.col(order[std::size_t(i)]);
    solve_triangle(factor, equal);
    const Index kept = std::min(last, r) - first;
    auto directions = solution.directions.middleCols(first, kept);
    if (last - first > 1) {
      Eigenpairs turned = symmetric_eigen(square_lower(equal.transpose(), home));
      keep_end(turned, kept, End::largest);
      directions = product(equal, turned.vectors, home);
    } else {
      directions = equal;
    }
    for (Index i = first; i < first + kept; ++i) solution.values[i] = value(i);
  }
  solve_triangle(factor.transpose(), solution.directions);
  return solution;
}

// V = the smallest eigenvectors of Σ Ww ‖P_i V_j − V_i‖², t = (S_tt + 1e-6·tr/d·I)⁻¹(−S_tv)V. Classes share
// no edge, so the eigenvectors come class by class. `most_members`: as for `most_axes`.
template <class S>
Result<Solution> parallel_fields(const Problem<S>& p, const ParallelFieldOptions& o,
                                 const NeighborLists& lists, const Owners& owners, Index most_members = 0) {
  if (p.ambient >= p.samples.count())
    p.monitor.note(
        "no fewer features than samples: many directions fit these samples exactly, and which of them hold "
        "for others is left open; use {pca=0.95}");
  const Graph graph = or_graph(lists);
  p.monitor.stage("scatter");
  MatrixD edges = edge_scatter(p, graph);
  add_ridge(edges, 1e-6, p.ambient);
  p.monitor.stage("tangents");
  ParallelFields fields = empty_fields(p, o, most_axes(p, o, lists, owners, most_members));
  for (Index c = 0; c < p.classes().count(); ++c) {
    if (measuring(p.home()) && p.classes().size(c) < p.classes().largest()) continue;
    if (!p.monitor.advance(double(c) / double(p.classes().count()))) return Solution{};
    add_fields(p, o, graph, owners, c, fields);
  }
  p.monitor.stage("solve");
  if (p.monitor.cancelled()) return Solution{};
  if (fields.values.empty())
    return Status(Code::no_variation, "no tangent space has a dimension: there is nothing to be parallel",
                  "use larger patches, or more neighbours");
  library_product(p.home(), edges.rows(), edges.rows(), cholesky_depth, sizeof(double));
  if (!long_cholesky(edges, &p.monitor)) return Status(Code::no_variation);
  return most_parallel(fields, edges, std::min(p.dims, Index(fields.values.size())));
}

}  // namespace tanda::internal
