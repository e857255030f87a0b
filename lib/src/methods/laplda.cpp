// Laplacian linear discriminant analysis: least squares LDA whose projection is smooth on a graph.
#include "laplacian_discriminant.hpp"

namespace tanda {
namespace {

constexpr Parameter laplda_parameters[] = {lambda_parameter(),
                                           smoothness_graph_parameter(),
                                           neighbors_parameter(5, "neighbours of each sample in the graph"),
                                           heat_parameter(),
                                           candidates_parameter(),
                                           folds_parameter()};

constexpr MethodInfo laplda_info{
    "laplda",
    "Laplacian linear discriminant analysis",
    Family::graph,
    "LDA that changes little between neighbours; unlabelled samples help, and it can choose its own weight.",
    "Chen, Ye and Li, CVPR 2007",
    laplda_parameters,
    Supervision::semi,
    Limit::classes_minus_one};

// W = (λXLX' + XX')⁺XY. Columns are not rescaled: WW' is the metric.
template <class S>
Result<Solution> laplda(const Problem<S>& p) {
  return laplacian_discriminant(p);
}

}  // namespace

Method laplda_method() {
  return {&laplda_info, laplda<float>, laplda<double>, plan_laplacian_discriminant};
}

}  // namespace tanda
