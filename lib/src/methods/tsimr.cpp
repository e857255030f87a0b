// Tangent space intrinsic manifold regularisation: a free value per sample, linear along the manifold.
#include "ltsimr_family.hpp"

namespace tanda::internal {
namespace {

constexpr auto tsimr_parameters = intrinsic_parameters<IntrinsicOptions>();

constexpr MethodInfo tsimr_info{"tsimr",
                                "Tangent space intrinsic manifold regularisation",
                                Family::tangent,
                                "Unrolls a manifold; embeds its training set only and needs no labels.",
                                "Sun, IEEE ChinaSIP, 2013",
                                tsimr_parameters,
                                Supervision::none,
                                Limit::samples,
                                0.98,
                                false,
                                Output::embedding};

template <class S>
Result<Solution> tsimr(const Problem<S>& p, const IntrinsicOptions& o) {
  p.monitor.stage("neighbors");
  const NeighborLists lists = nearest(p.points, o.neighbors);
  return intrinsic_embedding(p, o, lists, point_owners(lists));
}

}  // namespace

Method tsimr_method() {
  return method_of<tsimr_info, IntrinsicOptions, tsimr<float>, tsimr<double>>();
}

}  // namespace tanda::internal
