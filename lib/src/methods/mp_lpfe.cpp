// LPFE with one tangent space per patch of the manifold partition.
#include "parallel_fields.hpp"

namespace tanda::internal {
namespace {

struct MpLpfeOptions : ParallelFieldOptions {
  PartitionOptions partition = {};
};

constexpr auto mp_lpfe_parameters =
    fields(parallel_field_parameters<MpLpfeOptions>(),
           partition_parameters_of<MpLpfeOptions, &MpLpfeOptions::partition>());

constexpr MethodInfo mp_lpfe_info{"mp_lpfe",
                                  "LPFE on a manifold partition",
                                  Family::tangent,
                                  "LPFE with one tangent space per nearly flat patch of a class.",
                                  "Zhou and Sun, IEEE Transactions on Cybernetics 47(4), 2017",
                                  mp_lpfe_parameters,
                                  Supervision::labels};

template <class S>
Result<Solution> mp_lpfe(const Problem<S>& p, const MpLpfeOptions& o) {
  p.monitor.stage("neighbors");
  const NeighborLists lists = nearest_within(p.points, o.neighbors);
  const Owners owners = patches_of(p, o.partition, &lists);
  if (p.monitor.cancelled()) return Solution{};
  // Patches given by the caller, or made from a subset of the samples, may be larger.
  const bool bounded = !p.patches && o.partition.samples == 0;
  return parallel_fields(p, o, lists, owners, bounded ? std::max<Index>(1, o.partition.size) : 0);
}

}  // namespace

Method mp_lpfe_method() {
  return method_of<mp_lpfe_info, MpLpfeOptions, mp_lpfe<float>, mp_lpfe<double>>();
}

}  // namespace tanda::internal
