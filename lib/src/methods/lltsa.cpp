// Linear local tangent space alignment: local coordinates, aligned.
#include "common.hpp"

namespace tanda::internal {
namespace {

struct LltsaOptions {
  int neighbors = 10, tangent_dims = 0;
  double energy = 0.95, ridge = 0;
  Columns columns = Columns::b_normal;
};

constexpr auto lltsa_parameters =
    fields(neighbors_parameter<LltsaOptions>(), tangent_parameters<LltsaOptions>(),
           ridge_parameter<LltsaOptions>(), columns_parameter<LltsaOptions>());

constexpr MethodInfo lltsa_info{"lltsa",
                                "Linear local tangent space alignment",
                                Family::local,
                                "Aligns the local tangent coordinates of all samples; needs no labels.",
                                "Zhang, Yang, Zhao and Ge, Neurocomputing 70, 2007",
                                lltsa_parameters,
                                Supervision::none,
                                Limit::rank,
                                0.98};

/// The component of the patch (d×k, centred) outside its tangent space: patch·Q, where QQ' = H − VV' and V
/// are the top singular vectors on the sample side. Directions of no variance contribute nothing and are left
/// out.
MatrixD beyond_tangent(const MatrixD& patch, TangentChoice tangent) {
  Workspace* const home = patch.home();
  const Eigenpairs pairs = symmetric_eigen(square_lower(patch.transpose(), home));
  const Index k = pairs.values.size();
  const Index rank = measuring(home) ? k : rank_of(pairs.values, 1e-14);
  const Index inside = measuring(home) ? 0 : axes_kept(pairs.values, rank, tangent);
  return product(patch, pairs.vectors.middleCols(k - rank, rank - inside), home);
}

// Smallest of (XBX', XX') with B = Σ W_iW_i': XBX' is the scatter outside the tangent spaces. O(n k d²)
template <class S>
Result<Solution> lltsa(const Problem<S>& p, const LltsaOptions& o) {
  p.monitor.stage("neighbors");
  const NeighborLists lists = nearest(p.points, o.neighbors);
  p.monitor.stage("tangents");
  Workspace* const home = p.home();
  const Index d = p.samples.dims(), n = p.samples.count();
  MatrixD a = zeros(home, d, d), patch(home, d, lists.width + 1),
          panel(home, d, panel_samples + lists.width + 1);
  const bool counting = measuring(home);
  library_product(home, d, d, panel_samples, sizeof(double));
  if (counting) beyond_tangent(patch, {o.tangent_dims, o.energy});  // when counting, one patch stands for all
  Index filled = 0;
  const auto flush = [&] {  // always a full panel, so that its memory is known
    const Index rest = std::max<Index>(0, filled - panel_samples);
    if (filled < panel_samples) panel.middleCols(filled, panel_samples - filled).setZero();
    add_square_lower(a, panel.leftCols(panel_samples));
    for (Index j = 0; j < rest; ++j) panel.col(j) = panel.col(panel_samples + j);
    filled = rest;
  };
  for (Index i = 0; !counting && i < n && (i % 256 != 0 || p.monitor.advance(double(i) / double(n))); ++i) {
    p.samples.column(i, patch.col(0).data());
    for (Index j = 0; j < lists.width; ++j) p.samples.column(lists.begin(i)[j], patch.col(j + 1).data());
    centre_columns(patch);
    const MatrixD rest = beyond_tangent(patch, {o.tangent_dims, o.energy});
    if (!p.monitor.work(double(d) * double(patch.cols() * patch.cols() + d * rest.cols()))) break;
    panel.middleCols(filled, rest.cols()) = rest;
    filled += rest.cols();
    while (filled >= panel_samples) flush();
  }
  if (!counting) flush();
  p.monitor.stage("scatter");
  MatrixD b = outer_product(p.samples, 0, n, &p.monitor);
  add_ridge(b, o.ridge, p.ambient);
  return solve(p, Pencil{std::move(a), std::move(b), End::smallest}, o.columns);
}

}  // namespace

Method lltsa_method() {
  return method_of<lltsa_info, LltsaOptions, lltsa<float>, lltsa<double>>();
}

}  // namespace tanda::internal
