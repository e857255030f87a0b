// LTSIMR with one tangent space per patch of the manifold partition.
#include "ltsimr_family.hpp"

namespace tanda::internal {
namespace {

struct MpLtsimrOptions : IntrinsicOptions {
  PartitionOptions partition = {};
  Columns columns = Columns::b_normal;
};

constexpr auto mp_ltsimr_parameters =
    fields(intrinsic_parameters<MpLtsimrOptions>(),
           partition_parameters_of<MpLtsimrOptions, &MpLtsimrOptions::partition>(),
           columns_parameter<MpLtsimrOptions>());

constexpr MethodInfo mp_ltsimr_info{"mp_ltsimr",
                                    "LTSIMR on a manifold partition",
                                    Family::tangent,
                                    "LTSIMR with one tangent space per nearly flat patch; needs no labels.",
                                    "Zhou and Sun, IEEE Transactions on Cybernetics 47(4), 2017",
                                    mp_ltsimr_parameters,
                                    Supervision::none,
                                    Limit::rank,
                                    0.98};

template <class S>
Result<Solution> mp_ltsimr(const Problem<S>& p, const MpLtsimrOptions& o) {
  const Owners owners = patches_of(p, o.partition);
  if (p.monitor.cancelled()) return Solution{};
  p.monitor.stage("neighbors");
  return intrinsic_projection(p, o, o.columns, nearest(p.points, o.neighbors), owners);
}

}  // namespace

Method mp_ltsimr_method() {
  return method_of<mp_ltsimr_info, MpLtsimrOptions, mp_ltsimr<float>, mp_ltsimr<double>>();
}

}  // namespace tanda::internal
