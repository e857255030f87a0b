// fit: makes a model from a dataset and options. Every front end calls it; front/run.hpp and
// select/settle.hpp first choose the options that were left open.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/monitor.hpp"
#include "data/arrange.hpp"
#include "data/preprocess.hpp"
#include "graph/neighbors.hpp"
#include "methods/registry.hpp"
#include "model/classifiers.hpp"
#include "model/model.hpp"

namespace tanda::internal {

struct FitOptions {
  std::string method;
  std::vector<Setting> settings;
  Index dims = 0;  ///< 0 = classes − 1, at least 2
  Scale scale = Scale::automatic;
  PcaChoice pca;
  /// In bytes, 0 = no limit. A fit that would exceed it is refused before it starts or, if a sparse factor is
  /// the cause, before that factor is computed.
  std::uint64_t memory_limit = 0;
  /// How the model classifies. Null: by membership if each class has columns of its own, else by neighbours.
  const ClassifierInfo* classifier = nullptr;
  Index neighbors = 1;  ///< k of the classifier; 0 = no classifier
  std::uint64_t seed = 0;
  int threads = 1;  ///< number of threads; the result does not depend on it, bit for bit

  /// Makes sure that there is a classifier. Computing an accuracy needs one, even if the model is to have
  /// none.
  void need_classifier() {
    if (classifier && !classifier->classifies()) classifier = nullptr;
    if (neighbors == 0) neighbors = 1;
  }
  /// Classifies by `count` neighbours; 0 = not given, changes nothing.
  void classify_by_neighbors(Index count) {
    if (count == 0) return;
    classifier = &classifier_of_rule(Rule::neighbors);
    neighbors = count;
  }
};

/// Whether the map gives the same projections when its numbers are rounded to float, as in a file of floats,
/// and samples are mapped in their own precision; tests it on some of the samples. It fails where terms are
/// large and their sum is not: the coefficients of a kernel map if points are near each other, the offset if
/// samples are far from zero.
template <class S>
bool floats_do(const ModelParts& model, const Dataset<S>& data, Workspace* home = nullptr);

/// Upper bounds, in bytes, of the memory that `fit` allocates.
struct Plan {
  std::uint64_t bytes = 0;
  /// Without the sparse factors that some tangent methods compute; for these methods `bytes` can be a large
  /// overestimate.
  std::uint64_t unfilled = 0;
  /// Size of the workspace: all but the model, a few notes and the packing buffers of products; with the
  /// sparse factors and without.
  std::uint64_t workspace = 0, workspace_unfilled = 0;
  std::uint64_t libraries = 0;  ///< packing buffers of products, and a neighbour tree
};

/// The memory that a fit needs, found by running the fit with a workspace that only counts. `largest_class` =
/// number of samples of the largest class; 0 = all classes have the same size. Every sample is assumed to
/// have a label.
Result<Plan> plan(const Registry& registry, const FitOptions& options, Index samples, Index dims,
                  Index classes, std::size_t scalar_bytes, Index largest_class = 0);
/// The same for given data, including the names of features and classes; above, names are assumed to be
/// short.
template <class S>
Result<Plan> plan(const Registry& registry, const Dataset<S>& data, const FitOptions& options);

/// Samples that are prepared once for several fits: by methods that use labels in the same way, with the same
/// scale and PCA.
template <class S>
struct Groundwork {
  Arranged arranged;
  Prepared<S> prepared;
  NeighborCache neighbors;
  PencilCache pencils;
};

/// The properties that determine a groundwork: fits with equal keys can share one.
struct GroundworkKey {
  Supervision supervision;
  Scale scale;
  PcaChoice pca;  ///< the PCA that will be applied, including one that the method needs
  bool operator==(const GroundworkKey& other) const {
    return supervision == other.supervision && scale == other.scale && pca.dims == other.pca.dims &&
           pca.energy == other.pca.energy;
  }
};
template <class S>
GroundworkKey groundwork_key(const MethodInfo& info, const Dataset<S>& data, const FitOptions& options);

template <class S>
Result<Groundwork<S>> make_groundwork(const Dataset<S>& data, const GroundworkKey& key, Monitor& monitor);

/// Fits in a groundwork made of the same data. Ignores the memory limit.
template <class S>
Result<Model> fit_in(Groundwork<S>& groundwork, const Method& method, const Dataset<S>& data,
                     const FitOptions& options, Monitor& monitor);

/// Fits a model. On failure nothing is changed; `monitor` gets the stages and notes in any case, and the
/// memory used if there is a model. All work is done in one block of memory: the caller's workspace, if
/// given, of at least Plan::workspace_unfilled bytes, or one allocated here. Sparse factors use the rest of a
/// caller's workspace.
template <class S>
Result<Model> fit(const Registry& registry, const Dataset<S>& data, const FitOptions& options,
                  Monitor& monitor, Workspace* workspace = nullptr);

}  // namespace tanda::internal
