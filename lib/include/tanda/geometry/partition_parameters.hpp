// The parameters of a manifold partition: one name everywhere.
#pragma once

#include "tanda/base/parameters.hpp"
#include "tanda/geometry/partition.hpp"

namespace tanda {

constexpr Parameter patch_neighbors_parameter() {
  return integer("patch_neighbors", 6, 1, 10000, "neighbours of the graph that patches follow");
}
constexpr Parameter patch_size_parameter() {
  return integer("patch_size", 10, 1, 1000000, "most samples of a patch");
}
constexpr Parameter geodesic_parameter() {
  return choice("geodesic", 0, "auto|true|false",
                "partition along the manifold, or through space; auto = along up to 2000 samples a class");
}
constexpr Parameter partition_samples_parameter() {
  return integer("partition_samples", 0, 0, 1000000,
                 "partition so many samples of each class only, the others follow; 0 = all");
}
constexpr Parameter coarse_first_parameter() {
  return flag("coarse_first", false, "cut through space into large parts first, then partition each");
}

inline PartitionOptions partition_options(const Parameters& parameters) {
  PartitionOptions options;
  options.neighbors = parameters.count("patch_neighbors");
  options.size = parameters.count("patch_size");
  const std::string_view geodesic = parameters.choice("geodesic");
  if (geodesic == "true") options.geodesic = PartitionOptions::Geodesic::yes;
  if (geodesic == "false") options.geodesic = PartitionOptions::Geodesic::no;
  options.samples = parameters.count("partition_samples");
  options.coarse_first = parameters.flag("coarse_first");
  return options;
}

/// All of them, for a partition on its own.
inline constexpr Parameter partition_parameters[] = {patch_neighbors_parameter(), patch_size_parameter(),
                                                     geodesic_parameter(), partition_samples_parameter(),
                                                     coarse_first_parameter()};

}  // namespace tanda
