// Linear local tangent space alignment: local coordinates, aligned.
#include "common.hpp"

namespace tanda {
namespace {

constexpr Parameter lltsa_parameters[] = {
    neighbors_parameter(10), integer("tangent_dims", 0, 0, 10000, "dimensions of the tangent spaces; 0 = by energy"),
    real("energy", 0.95, 0, 1, 0.01, "part of the local variance the tangent spaces hold"), ridge_parameter(0),
    columns_parameter()};

constexpr MethodInfo lltsa_info{"lltsa",
                                "Linear local tangent space alignment",
                                Family::local,
                                "Aligns the local tangent coordinates of all samples; needs no labels.",
                                "Zhang, Yang, Zhao and Ge, Neurocomputing 70, 2007",
                                lltsa_parameters,
                                Supervision::none,
                                Limit::rank,
                                0.98};

/// How many of the eigenvalues (ascending) span the tangent space.
Index tangent_dims(const VectorD& values, Index rank, const Parameters& parameters) {
  const Index wanted = parameters.count("tangent_dims");
  if (wanted > 0) return std::min(wanted, rank);
  const double goal = parameters.get("energy") * values.tail(rank).sum() * (1 - 1e-12);
  double sum = 0;
  Index kept = 0;
  while (kept < rank && sum < goal) sum += values[values.size() - ++kept];
  return kept;
}

/// What the patch (d×k, centred) holds beyond its tangent space: patch·Q, where QQ' = H − VV' and V are the top
/// singular vectors on the sample side. Directions of no variance contribute nothing and are left out.
MatrixD beyond_tangent(const MatrixD& patch, const Parameters& parameters) {
  MatrixD gram = MatrixD::Zero(patch.cols(), patch.cols());
  gram.selfadjointView<Eigen::Lower>().rankUpdate(patch.transpose());
  const Eigenpairs pairs = symmetric_eigen(std::move(gram));
  const Index k = pairs.values.size();
  const double floor = 1e-14 * std::max(0.0, pairs.values[k - 1]);
  Index rank = 0;
  while (rank < k && pairs.values[k - 1 - rank] > floor) ++rank;
  const Index inside = tangent_dims(pairs.values, rank, parameters);
  return patch * pairs.vectors.middleCols(k - rank, rank - inside);
}

// Smallest of (XBX', XX') with B = Σ W_iW_i': XBX' is the scatter of what lies beyond the tangents. O(n k d²)
template <class S>
Result<Solution> lltsa(const Problem<S>& p) {
  p.monitor.stage("neighbors");
  const NeighborLists lists = nearest(p.points, p.parameters.count("neighbors"));
  p.monitor.stage("tangents");
  const Index d = p.samples.dims(), n = p.samples.count();
  MatrixD a = MatrixD::Zero(d, d), patch(d, lists.width + 1), panel(d, panel_samples + lists.width);
  Index filled = 0;
  const auto flush = [&] {
    a.selfadjointView<Eigen::Lower>().rankUpdate(panel.leftCols(filled));
    filled = 0;
  };
  for (Index i = 0; i < n && (i % 256 != 0 || p.monitor.advance(double(i) / double(n))); ++i) {
    patch.col(0) = p.samples.x.col(i).template cast<double>();
    for (Index j = 0; j < lists.width; ++j) {
      patch.col(j + 1) = p.samples.x.col(lists.begin(i)[j]).template cast<double>();
    }
    patch.colwise() -= VectorD(patch.rowwise().mean());
    const MatrixD rest = beyond_tangent(patch, p.parameters);
    panel.middleCols(filled, rest.cols()) = rest;
    filled += rest.cols();
    if (filled >= panel_samples) flush();
  }
  flush();
  p.monitor.stage("scatter");
  MatrixD b = outer_product(p.samples, 0, n);
  add_ridge(b, p.parameters.get("ridge"), p.ambient);
  return solve(p, Pencil{std::move(a), std::move(b), End::smallest}, columns_choice(p));
}

void plan_lltsa(MemoryPlan& plan, const Shape& shape, const Parameters& parameters) {
  const double k = std::min(parameters.get("neighbors"), shape.samples);
  plan_lists(plan, shape, k);
  plan.hold(8 * shape.dims * (2 * k + 1 + double(panel_samples)));
  plan.use(8 * (2 * k * shape.dims + 4 * k * k) + scatter_bytes(shape));
  plan_pencil(plan, shape);
}

}  // namespace

Method lltsa_method() { return {&lltsa_info, lltsa<float>, lltsa<double>, plan_lltsa}; }

}  // namespace tanda
