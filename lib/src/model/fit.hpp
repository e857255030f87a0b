// fit: from a dataset and options to a model. Every front end ends here; front/run.hpp and select/settle.hpp
// decide first what was left open.
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
  Index dims = 0;  ///< 0 = a sensible number: classes − 1, at least 2
  Scale scale = Scale::automatic;
  PcaChoice pca;
  /// Bytes, 0 = none. A fit that cannot keep to it is refused before it starts or, where a sparse factor
  /// decides, before that is made.
  std::uint64_t memory_limit = 0;
  /// How the model classifies. Null: by membership where each class has columns of its own, else by
  /// neighbours.
  const ClassifierInfo* classifier = nullptr;
  Index neighbors = 1;  ///< k of it; 0 = no classifier
  std::uint64_t seed = 0;
  int threads = 1;  ///< that share the work; the result is the same, bit by bit

  /// Scoring takes a classifier, also where the model is to have none.
  void need_classifier() {
    if (classifier && !classifier->classifies()) classifier = nullptr;
    if (neighbors == 0) neighbors = 1;
  }
  /// By `count` of them; 0 = nothing was said.
  void classify_by_neighbors(Index count) {
    if (count == 0) return;
    classifier = &classifier_of_rule(Rule::neighbors);
    neighbors = count;
  }
};

/// Whether the map does the same when its numbers are floats, as a file of floats keeps them, and samples go
/// through it in their own precision: looks at some of them. Coefficients of a kernel map are large where
/// points are near each other, and an offset is large where samples are far from zero; what they add up to
/// is not.
template <class S>
bool floats_do(const ModelParts& model, const Dataset<S>& data, Workspace* home = nullptr);

/// Bytes that `fit` will allocate at most.
struct Plan {
  std::uint64_t bytes = 0;
  /// Without the sparse factors that some tangent methods make: with these, `bytes` can be far too much.
  std::uint64_t unfilled = 0;
  /// What the fit works in, beside the model, a few notes and what is packed for products; with those
  /// factors, and without.
  std::uint64_t workspace = 0, workspace_unfilled = 0;
  std::uint64_t libraries = 0;  ///< what is packed for products, and a tree of neighbours
};

/// What a fit would need: the fit itself, on a workspace that only counts. `largest_class` = samples of the
/// largest class; 0 = all are of one size. Every sample is taken to have a label.
Result<Plan> plan(const Registry& registry, const FitOptions& options, Index samples, Index dims,
                  Index classes, std::size_t scalar_bytes, Index largest_class = 0);
/// The same for these data, with their names: above, names of features and classes are taken to be short.
template <class S>
Result<Plan> plan(const Registry& registry, const Dataset<S>& data, const FitOptions& options);

/// Samples prepared once for several fits: of methods that use labels alike, with the same scale and PCA.
template <class S>
struct Groundwork {
  Arranged arranged;
  Prepared<S> prepared;
  NeighborCache neighbors;
  PencilCache pencils;
};

/// What a groundwork depends on: fits for which this is the same can share one.
struct GroundworkKey {
  Supervision supervision;
  Scale scale;
  PcaChoice pca;  ///< what will be done, also where the method and not the caller asks for it
  bool operator==(const GroundworkKey& other) const {
    return supervision == other.supervision && scale == other.scale && pca.dims == other.pca.dims &&
           pca.energy == other.pca.energy;
  }
};
template <class S>
GroundworkKey groundwork_key(const MethodInfo& info, const Dataset<S>& data, const FitOptions& options);

template <class S>
Result<Groundwork<S>> make_groundwork(const Dataset<S>& data, const GroundworkKey& key, Monitor& monitor);

/// A fit in a groundwork made of the same data for it. Does not look at the memory limit.
template <class S>
Result<Model> fit_in(Groundwork<S>& groundwork, const Method& method, const Dataset<S>& data,
                     const FitOptions& options, Monitor& monitor);

/// Fits. On failure nothing is changed; `monitor` has the stages and notes either way, and the memory it took
/// if there is a model. It works in one piece of memory: the caller's, if there is a workspace, of
/// Plan::workspace bytes or more; sparse factors have what it has beyond that.
template <class S>
Result<Model> fit(const Registry& registry, const Dataset<S>& data, const FitOptions& options,
                  Monitor& monitor, Workspace* workspace = nullptr);

}  // namespace tanda::internal
