// Signed Laplacian embedding: each class against all others.
#include "class_fit.hpp"

namespace tanda::internal {
namespace {

using device::SleOptions;

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

// O(n d² + C d³), and no n×n.
Result<Solution> sle(const ClassProblem& p, const SleOptions& o) {
  if (o.weights != device::SignedWeights::plain && !p.data.knows_each())
    return Status(Code::bad_parameter, "weights other than plain need the scatter of each class",
                  "collect the statistics with {scatter=class}, or leave weights at plain");
  ClassFit fit(p);
  small::solve_sle(fit, o);
  return fit.result();
}

}  // namespace

Method sle_method() {
  return method_of_statistics<sle_info, SleOptions, sle>();
}

}  // namespace tanda::internal
