// Laplacian linear discriminant analysis: least squares LDA whose projection is smooth on a graph.
#include "laplacian_discriminant.hpp"

namespace tanda::internal {
namespace {

constexpr auto laplda_parameters =
    laplacian_parameters<LaplacianOptions>("neighbours of each sample in the graph");

constexpr MethodInfo laplda_info{
    "laplda",
    "Laplacian linear discriminant analysis",
    Family::graph,
    "LDA that changes little between neighbours; unlabelled samples help, and it can choose its own weight.",
    "Chen, Ye and Li, CVPR 2007",
    laplda_parameters,
    Supervision::semi,
    Limit::classes_minus_one};

template <class S>
Result<Solution> laplda(const Problem<S>& p, const LaplacianOptions& o) {
  return laplacian_discriminant(p, o);
}

}  // namespace

Method laplda_method() {
  return method_of<laplda_info, LaplacianOptions, laplda<float>, laplda<double>, laplacian_discriminant>();
}

}  // namespace tanda::internal
