// Local Fisher discriminant analysis: Fisher's criterion with far-apart members of a class left alone.
#include "local_scatter.hpp"
#include "tanda/detail/device/options.hpp"

namespace tanda::internal {
namespace {

struct LfdaOptions : device::LfdaOptions<double> {
  AffinityLists graph = AffinityLists::class_;
};

constexpr auto lfda_parameters =
    fields(affinity_parameters<LfdaOptions>(
               "neighbour whose distance is the local scale, and edges of the sparse graph",
               "neighbours within the class, or regardless of class"),
           ridge_parameter<LfdaOptions>(), columns_parameter<LfdaOptions>());

constexpr MethodInfo lfda_info =
    compared({"lfda", "Local Fisher discriminant analysis", Family::graph,
              "LDA that keeps clusters inside a class where they are.",
              "Sugiyama, Journal of Machine Learning Research 8, 2007", lfda_parameters, Supervision::labels},
             3);

// Largest of (X L(Wb) X', X L(Ww) X').
template <class S>
Pencil lfda_pencil(const Problem<S>& p, const LfdaOptions& o) {
  p.monitor.stage("neighbors");
  MatrixD within;
  MatrixD between = local_between_scatter(p, o.sparse, affinity_lists(p, o), &within);
  return Pencil{std::move(between), std::move(within), End::largest};
}

template <class S>
Result<Solution> lfda(const Problem<S>& p, const LfdaOptions& o) {
  return solve_with_ridge(p, o.ridge, o.columns, [&] { return lfda_pencil(p, o); });
}

}  // namespace

Method lfda_method() {
  return method_of<lfda_info, LfdaOptions, lfda<float>, lfda<double>>();
}

}  // namespace tanda::internal
