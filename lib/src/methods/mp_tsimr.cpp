// TSIMR with one tangent space per patch of the manifold partition.
#include "ltsimr_family.hpp"

namespace tanda::internal {
namespace {

struct MpTsimrOptions : IntrinsicOptions {
  PartitionOptions partition = {};
};

constexpr auto mp_tsimr_parameters =
    fields(intrinsic_parameters<MpTsimrOptions>(),
           partition_parameters_of<MpTsimrOptions, &MpTsimrOptions::partition>());

constexpr MethodInfo mp_tsimr_info{
    "mp_tsimr",
    "TSIMR on a manifold partition",
    Family::tangent,
    "TSIMR with one tangent space per nearly flat patch; embeds its training set only.",
    "Zhou and Sun, IEEE Transactions on Cybernetics 47(4), 2017",
    mp_tsimr_parameters,
    Supervision::none,
    Limit::samples,
    0.98,
    false,
    Output::embedding};

template <class S>
Result<Solution> mp_tsimr(const Problem<S>& p, const MpTsimrOptions& o) {
  const Owners owners = patches_of(p, o.partition);
  if (p.monitor.cancelled()) return Solution{};
  p.monitor.stage("neighbors");
  return intrinsic_embedding(p, o, nearest(p.points, o.neighbors), owners);
}

}  // namespace

Method mp_tsimr_method() {
  return method_of<mp_tsimr_info, MpTsimrOptions, mp_tsimr<float>, mp_tsimr<double>>();
}

}  // namespace tanda::internal
