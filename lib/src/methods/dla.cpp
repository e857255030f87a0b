// Discriminative locality alignment: one star of same-class and other-class neighbours per sample, aligned.
#include "common.hpp"

namespace tanda::internal {
namespace {

struct DlaOptions {
  int neighbors = 5, between = 5;
  double beta = 0.5, heat = 0;
};

constexpr auto dla_parameters =
    fields(neighbors_parameter<DlaOptions>("same-class neighbours of each sample"),
           between_parameter<DlaOptions>("other-class neighbours of each sample"),
           field<DlaOptions, &DlaOptions::beta>("beta", {0, 1000, 0.05}, Stage::scatter,
                                                "weight of the other-class neighbours"),
           optional_heat_parameter<DlaOptions>());

constexpr MethodInfo dla_info{
    "dla",
    "Discriminative locality alignment",
    Family::graph,
    "Aligns local patches that pull same-class neighbours and push others; orthonormal directions.",
    "Zhang, Tao, Li and Yang, IEEE TKDE 21(9), 2009",
    dla_parameters,
    Supervision::labels};

// Orthonormal, smallest of XLX', L = Σ_i L_i. L_i is the Laplacian of a star, so L = L(Ww) − β L(Wb) with
// edges counted once for each end that lists the other.
template <class S>
Result<Solution> dla(const Problem<S>& p, const DlaOptions& o) {
  p.monitor.stage("neighbors");
  const Graph within = with_heat(p, o.heat, star_graph(nearest_within(p.points, o.neighbors)));
  const Graph between = with_heat(p, o.heat, star_graph(nearest_between(p.points, o.between)));
  p.monitor.stage("scatter");
  MatrixD a = scatter(p.samples, p.monitor, [&](Index i, ColumnSum<S>& sum) {
    add_laplacian(sum, within, i, 1.0);
    add_laplacian(sum, between, i, -o.beta);
  });
  // A width far below every distance leaves no weight at all, and no direction better than another.
  if (!measuring(p.home()) && !p.monitor.cancelled() && largest_magnitude(a) == 0)
    return Status(Code::no_variation);
  return solve_orthonormal(p, std::move(a), End::smallest);
}

}  // namespace

Method dla_method() {
  return method_of<dla_info, DlaOptions, dla<float>, dla<double>>();
}

}  // namespace tanda::internal
