// Manifold partition: divides each class into small, nearly flat patches (Zhou, Sun: Manifold partition
// discriminant analysis, IEEE Trans. Cybernetics 47(4), 2017).
#pragma once

#include "data/preprocess.hpp"
#include "graph/neighbors.hpp"

namespace tanda::internal {

struct PartitionOptions {
  /// Whether distances are measured along the manifold (yes) or straight through space (no); the latter takes
  /// every patch for flat and needs no n×n distances. Automatic: yes for classes of up to 2000 points.
  /// Classes of more than 32768 points always use straight distances.
  enum class Geodesic : unsigned char { automatic, yes, no };

  int neighbors = 6;  ///< k', of the graph that geodesics and the growth of patches use
  int size = 10;      ///< M, the largest number of points of a patch
  Geodesic geodesic = Geodesic::automatic;
  /// Partition only so many points of each class, chosen far from each other (farthest-point sampling from
  /// the lowest index); the others join the patch of the nearest one. A single point that stands for more
  /// than `size` others forms one patch with them. 0 = all.
  int samples = 0;
  /// First divides each class by straight distances into parts of at most 8·size points, then each part as
  /// `geodesic` says.
  bool coarse_first = false;
};

struct Partition {
  /// The patch of each column, 0, 1, ... by class, then by lowest original index; -1 = unlabelled.
  Array<int> patch;
  Index count = 0;
  /// mean(D_G/D_E) of each patch; 1 for a flat patch, and for all patches without geodesics.
  Array<double> linearity;
};

/// Repeatedly splits the patch of largest mean(D_G/D_E)·N until none has more than `size` points. With
/// straight distances, patches of more than 1024 points are split from a pair that is only nearly the
/// farthest, and points that are in no neighbour's list join the nearer of the two sides: besides the
/// neighbour search that costs about O(n log n · d). Everything else is exact. `lists` of neighbours of the
/// own class save the search if they are wide enough.
template <class S>
Partition partition(const Points<S>& points, const PartitionOptions& options,
                    const NeighborLists* lists = nullptr);

/// The partition of a table's samples, in their original order: by class if there are labels, otherwise as
/// one class. Unlabelled samples of a labelled table belong to no patch.
template <class S>
Result<Partition> partition(const Dataset<S>& data, Scale scale, PcaChoice pca,
                            const PartitionOptions& options, Monitor& monitor);

/// A partition that the caller gives: points of the same class with the same number in `given` (one per
/// column, none negative) form a patch.
Partition given_partition(const Classes& classes, const Array<int>& original, const int* given);

}  // namespace tanda::internal
