// The parameters of a manifold partition, under the same names in every method that has one.
#pragma once

#include "base/parameters.hpp"
#include "geometry/partition.hpp"

namespace tanda::internal {

/// For a struct of options `O` that is PartitionOptions or contains it: `inside` is that member.
template <class O, auto... inside>
constexpr auto partition_parameters_of() {
  using P = PartitionOptions;
  return fields(
      field<O, inside..., &P::neighbors>("patch_neighbors", {1, 10000}, Stage::neighbors,
                                         "neighbours of the graph that patches follow"),
      field<O, inside..., &P::size>("patch_size", {1, 1000000}, Stage::partition, "most samples of a patch"),
      field<O, inside..., &P::geodesic>(
          "geodesic", "auto|true|false", Stage::partition,
          "partition along the manifold, or through space; auto = along up to 2000 samples a class"),
      field<O, inside..., &P::samples>(
          "partition_samples", {0, 1000000}, Stage::partition,
          "partition so many samples of each class only, the others follow; 0 = all"),
      field<O, inside..., &P::coarse_first>("coarse_first", {}, Stage::partition,
                                            "cut through space into large parts first, then partition each"));
}

/// For a partition on its own.
inline constexpr auto partition_parameters = partition_parameters_of<PartitionOptions>();

}  // namespace tanda::internal
