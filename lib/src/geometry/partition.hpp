// Manifold partition: each class cut into small, nearly flat patches (Zhou, Sun: Manifold partition
// discriminant analysis, IEEE Trans. Cybernetics 47(4), 2017).
#pragma once

#include "data/preprocess.hpp"
#include "graph/neighbors.hpp"

namespace tanda::internal {

struct PartitionOptions {
  /// Along the manifold (yes), or straight through space, with every patch taken for flat (no): needs no n×n
  /// distances. Automatic: yes for classes of up to 2000 points. Beyond 32768 points there is only no.
  enum class Geodesic : unsigned char { automatic, yes, no };

  int neighbors = 6;  ///< k', of the graph that geodesics and patches follow
  int size = 10;      ///< M, the most points of a patch
  Geodesic geodesic = Geodesic::automatic;
  /// Partition only so many points of each class, far from each other (farthest-point sampling from the
  /// lowest index); the others join the patch of the nearest one. A single point that stands for more than
  /// `size` others stays one patch with them. 0 = all.
  int samples = 0;
  /// First cut the classes through space into parts of at most 8·size points, then each part as `geodesic`
  /// says.
  bool coarse_first = false;
};

struct Partition {
  /// The patch of each column: 0.., class by class, in the order of their lowest original indices; -1 =
  /// unlabelled.
  Array<int> patch;
  Index count = 0;
  /// mean(D_G/D_E) of each patch: 1 = flat, and where geodesics were not asked for.
  Array<double> linearity;
};

/// Repeatedly splits the patch of largest mean(D_G/D_E)·N until none has more than `size` points. Straight
/// through space, patches of more than 1024 points are split from a pair that is nearly the farthest one, and
/// what no list reaches there joins the nearer of the two: beyond the neighbour search the cost is about O(n
/// log n · d). Everything else is exact. `lists` of the own class, if they are wide enough, save the search.
template <class S>
Partition partition(const Points<S>& points, const PartitionOptions& options,
                    const NeighborLists* lists = nullptr);

/// The partition of a table's samples, in their own order: class by class where they have labels, as one
/// class where there are none. Samples without a label among labelled ones belong to no patch.
template <class S>
Result<Partition> partition(const Dataset<S>& data, Scale scale, PcaChoice pca,
                            const PartitionOptions& options, Monitor& monitor);

/// The caller's own partition: points of one class with the same number in `given` (of each column, none
/// negative) make a patch.
Partition given_partition(const Classes& classes, const Array<int>& original, const int* given);

}  // namespace tanda::internal
