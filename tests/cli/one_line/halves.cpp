// An example method in one file, as every method is written: its options, its descriptor and its function.
// The test adds one line to a copy of the registry and finds it in all commands.
#include "common.hpp"

namespace tanda::internal {
namespace {

struct HalvesOptions {
  double cut = 0.5;
};

constexpr auto halves_parameters = fields(field<HalvesOptions, &HalvesOptions::cut>(
    "cut", {0.1, 0.9, 0.1}, Stage::columns, "part of the features that makes up the first half"));

constexpr MethodInfo halves_info{"halves",
                                 "Sums of two halves",
                                 Family::global,
                                 "Adds up the first features, and the other ones.",
                                 "Unpublished, 2024",
                                 halves_parameters,
                                 Supervision::none};

template <class S>
Result<Solution> halves(const Problem<S>& p, const HalvesOptions& o) {
  p.monitor.stage("halve");
  const Index all = p.samples.dims(), first = Index(o.cut * double(all));
  Solution solution{MatrixD(p.home(), all, 2), VectorD(p.home(), 2), 0};
  if (measuring(p.home())) return solution;
  solution.values = VectorD::LinSpaced(2, 2, 1);
  solution.directions.setZero();
  solution.directions.col(0).head(first).setOnes();
  solution.directions.col(1).tail(all - first).setOnes();
  return solution;
}

}  // namespace

Method halves_method() {
  return method_of<halves_info, HalvesOptions, halves<float>, halves<double>>();
}

}  // namespace tanda::internal
